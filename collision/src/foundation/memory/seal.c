// Seals of archives; see seal.h.
//
// The checksum is FNV's over words of eight bytes (G. Fowler, L. C. Noll, K.-P. Vo) with a final mix of the
// high bits, in four interleaved sums for speed: any single changed word changes it.
#include "foundation/memory/seal.h"
#include "foundation/memory/archive.h"
#include "foundation/numbers/float_mode.h"

enum { SUMS = 4, WORD = 8, CHECKSUM_AT = 24 };

static const uint64_t BASIS = UINT64_C(0xcbf29ce484222325), PRIME = UINT64_C(0x100000001b3);

// --- The checksum

static uint64_t addWord(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * PRIME;
    return sum ^ (sum >> 29); // both steps are invertible, so different words give different sums
}

// Returns a word of up to eight bytes, the lowest first.
static uint64_t getWord(const unsigned char *bytes, size_t size) {
    cdArchive archive = {.from = bytes, .size = size};
    uint64_t word = 0;
    if (size == WORD) {
        cdArchiveItems(&archive, &word, 1, WORD);
        return word;
    }
    for (size_t i = 0; i < size; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

// Sums all bytes but those of the checksum itself.
static uint64_t sumBytes(const unsigned char *bytes, size_t size) {
    uint64_t sums[SUMS] = {BASIS, BASIS + 1, BASIS + 2, BASIS + 3}, sum = BASIS;
    size_t at = CD_SEAL_SIZE;
    for (; size - at >= SUMS * WORD; at += SUMS * WORD)
        for (size_t i = 0; i < SUMS; i++)
            sums[i] = addWord(sums[i], getWord(bytes + at + i * WORD, WORD));
    for (size_t i = 0; at < size; i++) {
        size_t left = size - at < WORD ? size - at : WORD;
        sums[i] = addWord(sums[i], getWord(bytes + at, left));
        at += left;
    }
    for (size_t i = 0; i < CHECKSUM_AT; i += WORD)
        sum = addWord(sum, getWord(bytes + i, WORD));
    for (size_t i = 0; i < SUMS; i++)
        sum = addWord(sum, sums[i]);
    return sum;
}

// --- The seal

typedef struct Seal {
    char kind[8];
    uint32_t version, unused;
    uint64_t size, checksum;
} Seal;

static void archiveSeal(cdArchive *archive, Seal *seal) {
    cdArchiveBytes(archive, seal->kind, sizeof seal->kind);
    cdArchiveItems(archive, &seal->version, 1, sizeof seal->version);
    cdArchiveItems(archive, &seal->unused, 1, sizeof seal->unused);
    cdArchiveItems(archive, &seal->size, 1, sizeof seal->size);
    cdArchiveItems(archive, &seal->checksum, 1, sizeof seal->checksum);
}

void cdSeal(unsigned char *bytes, size_t size, const char *kind, uint32_t version) {
    Seal seal = {.version = version, .size = size};
    memcpy(seal.kind, kind, sizeof seal.kind);
    cdArchive first = {.to = bytes, .size = size}, second = first;
    archiveSeal(&first, &seal);
    seal.checksum = sumBytes(bytes, size);
    archiveSeal(&second, &seal);
}

cdSealState cdTestSeal(const unsigned char *bytes, size_t size, const char *kind, uint32_t version) {
    cdArchive archive = {.from = bytes, .size = size};
    Seal seal = {.version = 0};
    if (size < CD_SEAL_SIZE || memcmp(bytes, kind, sizeof seal.kind) != 0) return CD_SEAL_FOREIGN;
    archiveSeal(&archive, &seal);
    if (seal.version != version || seal.unused != 0) return CD_SEAL_OTHER_VERSION;
    if (seal.size != size) return CD_SEAL_WRONG_SIZE;
    return seal.checksum == sumBytes(bytes, size) ? CD_SEAL_WHOLE : CD_SEAL_BROKEN;
}
