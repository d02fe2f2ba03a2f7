/* sha1.h: SHA-1 (FIPS 180-4), for names that other tools expect. Not used for security. */
#ifndef BD_BASE_SHA1_H
#define BD_BASE_SHA1_H

#include <stddef.h>

enum { BD__SHA1_TEXT = 41 };

/* Writes the digest of SIZE bytes at DATA as 40 hexadecimal digits and a NUL. Returns TEXT. */
const char *bd__sha1(const void *data, size_t size, char text[BD__SHA1_TEXT]);

#endif
