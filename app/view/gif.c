// Animated GIF after the GIF89a specification (CompuServe 1990).
//
// Input: pictures of one size, each with the time for which it is shown. Output: a file that repeats forever.
// (1) For each picture after the first, find the bounding box of the changed pixels; unchanged pixels in it
// stay as shown. (2) Count the colours of the changed pixels with 5 bits a channel, dithered by a pattern of
// 8 by 8 thresholds [Bayer 1973] so that slow gradients show no bands. (3) Cut their box at the median of its
// longest side until there are as many boxes as colours [Heckbert 1982]; each gives its mean. (4) Map pixels
// to palette indices. (5) Pack the indices by LZW: codes of growing width for strings seen before, at most 12
// bits; then the table is cleared.
#include "view/gif.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The last palette index means "unchanged".
enum { COLOUR_BITS = 5, CELL_COUNT = 1 << (3 * COLOUR_BITS), PALETTE_SIZE = 256, UNCHANGED = 255 };

typedef struct Cell { // all pixels of one 15-bit colour
    uint32_t count;
    uint64_t sum[3];
    uint8_t index; // in the palette
} Cell;

typedef struct ColourBox {
    int first, last;  // of the list of used cells
    int axis, length; // longest side
} ColourBox;

// The rectangle of a picture that is written.
typedef struct Change {
    const gxImage *image;
    const unsigned char *before; // pixels shown until now; NULL: none
    int left, top, width, height;
} Change;

typedef struct Quantizer {
    Cell cells[CELL_COUNT];
    uint16_t used[CELL_COUNT]; // cell numbers, regrouped as boxes are cut
    int usedCount;
    uint8_t palette[PALETTE_SIZE][3];
} Quantizer;

static const unsigned char *getPixel(const Change *change, int x, int y) {
    return change->image->pixels + 4 * ((size_t)y * (size_t)change->image->width + (size_t)x);
}

static bool hasChanged(const Change *change, int x, int y) {
    const unsigned char *pixel = getPixel(change, x, y);
    return change->before == NULL || memcmp(change->before + (pixel - change->image->pixels), pixel, 3) != 0;
}

// Returns the bounding box of all changed pixels; one pixel if all are unchanged.
static Change findChange(const gxImage *image, const unsigned char *before) {
    Change change = {image, before, image->width, image->height, 1, 1};
    int right = 0, bottom = 0;
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            if (!hasChanged(&change, x, y)) continue;
            if (x < change.left) change.left = x;
            if (y < change.top) change.top = y;
            if (x >= right) right = x + 1;
            bottom = y + 1;
        }
    }
    if (right == 0) {
        change.left = change.top = 0;
        return change;
    }
    change.width = right - change.left;
    change.height = bottom - change.top;
    return change;
}

// Threshold from -4 to 3, half a cell either way, by the pixel's position alone: still areas never flicker.
static int getThreshold(int x, int y) {
    int value = 0;
    for (int bit = 0; bit < 3; bit++)
        value |= ((x ^ y) >> bit & 1) << (5 - 2 * bit) | (y >> bit & 1) << (4 - 2 * bit);
    return value / 8 - 4;
}

static void spread(const Change *change, int x, int y, int colour[3]) {
    const unsigned char *pixel = getPixel(change, x, y);
    int threshold = getThreshold(x, y);
    for (int k = 0; k < 3; k++) {
        int value = pixel[k] + threshold;
        colour[k] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
}

static int getCell(const int colour[3]) {
    return (colour[0] >> 3) << 10 | (colour[1] >> 3) << 5 | colour[2] >> 3;
}

static int getCoordinate(int cell, int axis) {
    return cell >> (10 - 5 * axis) & 31;
}

static void countColours(Quantizer *quantizer, const Change *change) {
    for (int y = change->top; y < change->top + change->height; y++) {
        for (int x = change->left; x < change->left + change->width; x++) {
            if (!hasChanged(change, x, y)) continue;
            int colour[3];
            spread(change, x, y, colour);
            Cell *cell = &quantizer->cells[getCell(colour)];
            cell->count++;
            for (int k = 0; k < 3; k++)
                cell->sum[k] += (uint64_t)colour[k];
        }
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

// Sorts the box's cells along its longest side (counting sort), and returns the cell that halves its pixels.
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

static void choosePalette(Quantizer *quantizer, int colourCount, uint16_t *sorted) {
    ColourBox boxes[PALETTE_SIZE];
    int boxCount = 1;
    if (quantizer->usedCount == 0) return;
    boxes[0] = measureBox(quantizer, 0, quantizer->usedCount - 1);
    while (boxCount < colourCount) {
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

void BeginGif(Gif *gif, FILE *out, int width, int height) {
    *gif = (Gif){.out = out};
    fputs("GIF89a", out);
    writeWord(out, width);
    writeWord(out, height);
    fwrite("\x70\0\0", 1, 3, out);                               // no common palette
    fwrite("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 1, 19, out); // repeat forever
}

void EndGif(Gif *gif) {
    if (gif->out != NULL) fputc(0x3B, gif->out);
    free(gif->before);
    *gif = (Gif){0};
}

// Writes codes of varying width, lowest bit first, in blocks of up to 255 bytes.
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

typedef struct Packer {
    BitWriter writer;
    CodeTable *next;
    int width, codeCount, prefix;
} Packer;

static void packIndex(Packer *packer, int index) {
    CodeTable *next = packer->next;
    if (packer->prefix < 0) {
        packer->prefix = index;
        return;
    }
    if ((*next)[packer->prefix][index] != 0) {
        packer->prefix = (*next)[packer->prefix][index];
        return;
    }
    putCode(&packer->writer, packer->prefix, packer->width);
    if (packer->codeCount < CODE_MAX) {
        if (packer->codeCount == 1 << packer->width) packer->width++;
        (*next)[packer->prefix][index] = (uint16_t)packer->codeCount++;
    } else {
        putCode(&packer->writer, CLEAR_CODE, packer->width);
        memset(next, 0, sizeof *next);
        packer->codeCount = END_CODE + 1;
        packer->width = 9;
    }
    packer->prefix = index;
}

static void packIndices(FILE *out, const Quantizer *quantizer, const Change *change, CodeTable *next) {
    Packer packer = {{.out = out}, next, 9, END_CODE + 1, -1};
    putCode(&packer.writer, CLEAR_CODE, packer.width);
    for (int y = change->top; y < change->top + change->height; y++) {
        for (int x = change->left; x < change->left + change->width; x++) {
            int colour[3];
            spread(change, x, y, colour);
            packIndex(&packer,
                      hasChanged(change, x, y) ? quantizer->cells[getCell(colour)].index : UNCHANGED);
        }
    }
    putCode(&packer.writer, packer.prefix, packer.width);
    // The reader has added one more string by now.
    if (packer.codeCount == 1 << packer.width && packer.width < 12) packer.width++;
    putCode(&packer.writer, END_CODE, packer.width);
    putCode(&packer.writer, 0, 7); // flushes the last bits
    flushBlock(&packer.writer);
}

static void writePicture(Gif *gif, const Change *change, const Quantizer *quantizer, int delay,
                         CodeTable *next) {
    FILE *out = gif->out;
    fwrite("\x21\xF9\x04", 1, 3, out);
    fputc(change->before != NULL ? 0x05 : 0x04, out); // keep the picture shown; with or without "unchanged"
    writeWord(out, delay);
    fputc(UNCHANGED, out);
    fwrite("\0\x2C", 1, 2, out); // end of the control block; a picture
    writeWord(out, change->left);
    writeWord(out, change->top);
    writeWord(out, change->width);
    writeWord(out, change->height);
    fputc(0x87, out); // its own palette, 256 colours
    fwrite(quantizer->palette, 3, PALETTE_SIZE, out);
    fputc(8, out);
    packIndices(out, quantizer, change, next);
    fputc(0, out);
}

bool AddGifPicture(Gif *gif, const gxImage *image, int delay) {
    size_t size = 4 * (size_t)image->width * (size_t)image->height;
    Quantizer *quantizer = calloc(1, sizeof *quantizer);
    uint16_t *sorted = malloc(CELL_COUNT * sizeof *sorted);
    CodeTable *next = calloc(1, sizeof *next);
    unsigned char *shown = malloc(size);
    bool good = quantizer != NULL && sorted != NULL && next != NULL && shown != NULL && size > 0;
    if (good) {
        Change change = findChange(image, gif->before);
        countColours(quantizer, &change);
        choosePalette(quantizer, gif->before != NULL ? UNCHANGED : PALETTE_SIZE, sorted);
        writePicture(gif, &change, quantizer, delay, next);
        memcpy(shown, image->pixels, size);
        free(gif->before);
        gif->before = shown;
        shown = NULL;
    }
    free(quantizer);
    free(sorted);
    free(next);
    free(shown);
    return good;
}
