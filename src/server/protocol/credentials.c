/* credentials.c: what a request carries to say whom it comes from: the cookie, the token of a bot, the page's
 * origin. */
#include <stdio.h>
#include <string.h>

#include "server/protocol/client.h"

/* Browsers keep "__Host-" cookies away from other hosts of the same domain, but only over TLS. */
static const char *cookie_name(const struct net_request *request)
{
    return request->secure ? "__Host-castellany" : "castellany";
}

bool request_cookie(const struct net_request *request, char token[TOKEN_TEXT])
{
    const char *name = cookie_name(request);
    size_t n = strlen(name);
    for (const char *p = request->cookie; p && *p; p = strchr(p, ';')) {
        p += strspn(p, "; ");
        if (strncmp(p, name, n) != 0 || p[n] != '=')
            continue;
        snprintf(token, TOKEN_TEXT, "%s", p + n + 1);
        token[strcspn(token, "; ")] = '\0';
        return token_valid(token);
    }
    return false;
}

bool request_bearer(const struct net_request *request, char token[TOKEN_TEXT], bool *none)
{
    static const char bearer[] = "Bearer ";
    const char *given = request->authorization + sizeof bearer - 1;
    *none = !request->authorization[0];
    if (*none || strncmp(request->authorization, bearer, sizeof bearer - 1) != 0 || !token_valid(given))
        return false;
    snprintf(token, TOKEN_TEXT, "%s", given);
    return true;
}

void client_cookie(const struct net_request *request, const char *token, char cookie[NET_COOKIE])
{
    snprintf(cookie, NET_COOKIE, "%s=%s; Path=/; Max-Age=%s; HttpOnly; SameSite=Lax%s", cookie_name(request),
             token, *token ? "31536000" : "0", request->secure ? "; Secure" : "");
}

/* A page of another site must not send requests with a visitor's cookie. Neither must a page that came
 * without TLS to a server that has it: anybody on the way can have written that page. */
bool request_origin_fine(const struct net_request *request)
{
    const char *host = strstr(request->origin, "://");
    bool plain = request->secure && strncmp(request->origin, "https://", 8) != 0;
    return !request->origin[0] || (host && !plain && strcmp(host + 3, request->host) == 0);
}
