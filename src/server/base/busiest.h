/* busiest.h: which addresses send the most lately, and which are refused the most. */
#ifndef SERVER_BASE_BUSIEST_H
#define SERVER_BASE_BUSIEST_H

#include "server/base/address.h"

enum { BUSIEST = 64 };

/* What one address did lately. Each minute all figures are halved. */
struct busy {
    uint64_t key; /* see limits_key */
    char address[ADDRESS_TEXT];
    uint64_t bytes, refused;
};

/* Of more addresses than there is room for, the one that did the least is forgotten. */
struct busiest {
    struct busy rows[BUSIEST];
    int count;
    int64_t halved; /* when */
};

void busiest_note(struct busiest *, const char *address, uint64_t bytes, uint64_t refused);
/* Those with the most; NULL if nobody did anything. */
const struct busy *busiest_sender(const struct busiest *);
const struct busy *busiest_refused(const struct busiest *);
/* Halves the figures once a minute, and then logs an address that does far more than people do. */
void busiest_tick(struct busiest *, int64_t now);

#endif
