// Animated GIF after the GIF89a specification (CompuServe 1990).
//
// (1) The colours of a picture, 5 bits a channel, are counted. (2) Their box is cut at the median of its
// longest side until there are 256 boxes [Heckbert 1982]; each gives its mean colour. (3) Pixels become
// palette indices. (4) Indices are packed by LZW: codes of growing width for strings seen before, at most 12
// bits, then all is forgotten.
#include "commands/gif.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COLOUR_BITS = 5, CELL_COUNT = 1 << (3 * COLOUR_BITS), PALETTE_SIZE = 256 };

typedef struct Cell { // all pixels of one 15-bit colour
    uint32_t count;
    uint64_t sum[3];
    uint8_t index; // in the palette
} Cell;

typedef struct ColourBox {
    int first, last;  // of the list of used cells
    int axis, length; // longest side
} ColourBox;

typedef struct Quantizer {
    Cell cells[CELL_COUNT];
    uint16_t used[CELL_COUNT]; // cell numbers, regrouped as boxes are cut
    int usedCount;
    uint8_t palette[PALETTE_SIZE][3];
} Quantizer;

static int getCell(const unsigned char *pixel) {
    return (pixel[0] >> 3) << 10 | (pixel[1] >> 3) << 5 | pixel[2] >> 3;
}

static int getCoordinate(int cell, int axis) {
    return cell >> (10 - 5 * axis) & 31;
}

static void countColours(Quantizer *quantizer, const gxImage *image) {
    size_t pixelCount = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < pixelCount; i++) {
        const unsigned char *pixel = image->pixels + 4 * i;
        Cell *cell = &quantizer->cells[getCell(pixel)];
        cell->count++;
        for (int k = 0; k < 3; k++)
            cell->sum[k] += pixel[k];
    }
    for (int i = 0; i < CELL_COUNT; i++) {
        if (quantizer->cells[i].count > 0) quantizer->used[quantizer->usedCount++] = (uint16_t)i;
    }
}

static ColourBox measureBox(const Quantizer *quantizer, int first, int last) {
    ColourBox box = {first, last, 0, -1};
    for (int axis = 0; axis < 3; axis++) {
        int lower = 31, upper = 0;
        for (int i = first; i <= last; i++) {
            int at = getCoordinate(quantizer->used[i], axis);
            if (at < lower) lower = at;
            if (at > upper) upper = at;
        }
        if (upper - lower > box.length) {
            box.axis = axis;
            box.length = upper - lower;
        }
    }
    return box;
}

// Sorts the box's cells along its longest side (counting sort), and finds where half of its pixels lie.
static int cutBox(Quantizer *quantizer, const ColourBox *box, uint16_t *sorted) {
    int count = 0;
    uint64_t total = 0, sum = 0;
    for (int at = 0; at < 32; at++) {
        for (int i = box->first; i <= box->last; i++) {
            if (getCoordinate(quantizer->used[i], box->axis) == at) sorted[count++] = quantizer->used[i];
        }
    }
    memcpy(quantizer->used + box->first, sorted, (size_t)count * sizeof *sorted);
    for (int i = 0; i < count; i++)
        total += quantizer->cells[sorted[i]].count;
    int cut = 0;
    while (cut < count - 2 && 2 * (sum += quantizer->cells[sorted[cut]].count) < total)
        cut++;
    return box->first + cut;
}

static void setPaletteColour(Quantizer *quantizer, const ColourBox *box, int index) {
    uint64_t sum[3] = {0, 0, 0}, count = 0;
    for (int i = box->first; i <= box->last; i++) {
        Cell *cell = &quantizer->cells[quantizer->used[i]];
        cell->index = (uint8_t)index;
        count += cell->count;
        for (int k = 0; k < 3; k++)
            sum[k] += cell->sum[k];
    }
    for (int k = 0; k < 3; k++)
        quantizer->palette[index][k] = (uint8_t)((sum[k] + count / 2) / count);
}

static void choosePalette(Quantizer *quantizer, uint16_t *sorted) {
    ColourBox boxes[PALETTE_SIZE];
    int boxCount = 1;
    boxes[0] = measureBox(quantizer, 0, quantizer->usedCount - 1);
    while (boxCount < PALETTE_SIZE) {
        int longest = 0;
        for (int i = 1; i < boxCount; i++) {
            if (boxes[i].length > boxes[longest].length) longest = i;
        }
        ColourBox box = boxes[longest];
        if (box.length <= 0) break;
        int cut = cutBox(quantizer, &box, sorted);
        boxes[longest] = measureBox(quantizer, box.first, cut);
        boxes[boxCount++] = measureBox(quantizer, cut + 1, box.last);
    }
    for (int i = 0; i < boxCount; i++)
        setPaletteColour(quantizer, &boxes[i], i);
}

static void writeWord(FILE *out, int value) {
    fputc(value & 255, out);
    fputc(value >> 8 & 255, out);
}

void BeginGif(FILE *out, int width, int height) {
    fputs("GIF89a", out);
    writeWord(out, width);
    writeWord(out, height);
    fwrite("\x70\0\0", 1, 3, out);                               // no common palette
    fwrite("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 1, 19, out); // repeat for ever
}

void EndGif(FILE *out) {
    fputc(0x3B, out);
}

// Codes of varying width, lowest bit first, in blocks of up to 255 bytes.
typedef struct BitWriter {
    FILE *out;
    uint32_t bits;
    int bitCount, blockSize;
    uint8_t block[255];
} BitWriter;

static void flushBlock(BitWriter *writer) {
    if (writer->blockSize == 0) return;
    fputc(writer->blockSize, writer->out);
    fwrite(writer->block, 1, (size_t)writer->blockSize, writer->out);
    writer->blockSize = 0;
}

static void putCode(BitWriter *writer, int code, int width) {
    writer->bits |= (uint32_t)code << writer->bitCount;
    for (writer->bitCount += width; writer->bitCount >= 8; writer->bitCount -= 8, writer->bits >>= 8) {
        writer->block[writer->blockSize++] = (uint8_t)(writer->bits & 255);
        if (writer->blockSize == 255) flushBlock(writer);
    }
}

enum { CODE_MAX = 4096, CLEAR_CODE = 256, END_CODE = 257 };

// Strings as a tree: next[code][index] is the code of the string with one more index, 0 for none.
typedef uint16_t CodeTable[CODE_MAX][PALETTE_SIZE];

static void packIndices(BitWriter *writer, const Quantizer *quantizer, const gxImage *image,
                        CodeTable *next) {
    size_t pixelCount = (size_t)image->width * (size_t)image->height;
    int width = 9, codeCount = END_CODE + 1, prefix = -1;
    putCode(writer, CLEAR_CODE, width);
    for (size_t i = 0; i < pixelCount; i++) {
        int index = quantizer->cells[getCell(image->pixels + 4 * i)].index;
        if (prefix < 0) {
            prefix = index;
        } else if ((*next)[prefix][index] != 0) {
            prefix = (*next)[prefix][index];
        } else {
            putCode(writer, prefix, width);
            if (codeCount < CODE_MAX) {
                if (codeCount == 1 << width) width++;
                (*next)[prefix][index] = (uint16_t)codeCount++;
            } else {
                putCode(writer, CLEAR_CODE, width);
                memset(next, 0, sizeof *next);
                codeCount = END_CODE + 1;
                width = 9;
            }
            prefix = index;
        }
    }
    putCode(writer, prefix, width);
    if (codeCount == 1 << width && width < 12) width++; // the reader has made one more string by now
    putCode(writer, END_CODE, width);
    putCode(writer, 0, 7); // pushes the last bits out
    flushBlock(writer);
}

bool AddGifPicture(FILE *out, const gxImage *image, int delay) {
    Quantizer *quantizer = calloc(1, sizeof *quantizer);
    uint16_t *sorted = malloc(CELL_COUNT * sizeof *sorted);
    CodeTable *next = calloc(1, sizeof *next);
    bool good = quantizer != NULL && sorted != NULL && next != NULL && image->width > 0 && image->height > 0;
    if (good) {
        countColours(quantizer, image);
        choosePalette(quantizer, sorted);
        fwrite("\x21\xF9\x04\x04", 1, 4, out);
        writeWord(out, delay);
        fwrite("\0\0\x2C\0\0\0\0", 1, 7, out); // end of the control block; a picture at (0, 0)
        writeWord(out, image->width);
        writeWord(out, image->height);
        fputc(0x87, out); // a palette of its own, 256 colours
        fwrite(quantizer->palette, 3, PALETTE_SIZE, out);
        fputc(8, out);
        BitWriter writer = {.out = out};
        packIndices(&writer, quantizer, image, next);
        fputc(0, out);
    }
    free(quantizer);
    free(sorted);
    free(next);
    return good;
}
