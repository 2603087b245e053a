/* push_config.h: what the owner says about messages to browsers. */
#ifndef SERVER_HOST_PUSH_CONFIG_H
#define SERVER_HOST_PUSH_CONFIG_H

struct push_config {
    const char *contact; /* mailto: or https: of the server's owner; NULL: no messages are sent */
    const char
        *service; /* a push service besides those of browsers, such as http://127.0.0.1:8090; or NULL */
};

#endif
