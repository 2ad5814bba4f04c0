// A seal in front of an archive's bytes: they are of this kind, this version, complete and unchanged.
#ifndef CD_SEAL_H
#define CD_SEAL_H

#include <stddef.h>
#include <stdint.h>

// Bytes of a seal: eight for the kind, four for the version, four zeros, eight for the size of all, eight for
// the checksum. Numbers begin with their lowest byte.
enum { CD_SEAL_SIZE = 32 };

typedef enum cdSealState {
    CD_SEAL_WHOLE = 0,
    CD_SEAL_FOREIGN,       // bytes of another kind, or too few
    CD_SEAL_OTHER_VERSION, // of this kind
    CD_SEAL_WRONG_SIZE,    // `size` is not that of the archive
    CD_SEAL_BROKEN         // the checksum differs
} cdSealState;

// Writes the seal of bytes[size], of which the first CD_SEAL_SIZE are its own. `kind`: eight characters.
void cdSeal(unsigned char *bytes, size_t size, const char *kind, uint32_t version);

cdSealState cdTestSeal(const unsigned char *bytes, size_t size, const char *kind, uint32_t version);

#endif
