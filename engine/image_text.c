// Rasterizes each glyph and blends it into the image.
#include "engine/image_text.h"

#include "engine/asset.h"
#include "engine/text.h"

#include <math.h>
#include <stb/stb_truetype.h>
#include <stdlib.h>

typedef struct Font {
    stbtt_fontinfo info;
    float scale;
    double middle; // from the baseline up to the middle of the line, pixels
} Font;

static bool openFont(Font *font, double height) {
    const gxAsset *asset = gxFindAsset("DejaVuSans-Bold.ttf");
    if (!asset || !stbtt_InitFont(&font->info, asset->bytes, 0)) return false;
    int ascent = 0, descent = 0, gap = 0;
    stbtt_GetFontVMetrics(&font->info, &ascent, &descent, &gap);
    font->scale = stbtt_ScaleForPixelHeight(&font->info, (float)height);
    font->middle = 0.5 * (double)font->scale * (ascent + descent);
    return true;
}

static double getAdvance(const Font *font, int character) {
    int advance = 0, bearing = 0;
    if (stbtt_FindGlyphIndex(&font->info, character) == 0) return 0.0;
    stbtt_GetCodepointHMetrics(&font->info, character, &advance, &bearing);
    return (double)font->scale * advance;
}

static void blend(gxImage *image, int x, int y, unsigned char share, gxColor color) {
    if (x < 0 || y < 0 || x >= image->width || y >= image->height) return;
    unsigned char *pixel = &image->pixels[4 * ((size_t)y * (size_t)image->width + (size_t)x)];
    const unsigned char channels[] = {color.r, color.g, color.b, 255};
    for (int i = 0; i < 4; ++i)
        pixel[i] = (unsigned char)((pixel[i] * (255 - share) + channels[i] * share + 127) / 255);
}

static void addGlyph(gxImage *image, const Font *font, double x, double baseline, int character,
                     gxColor color) {
    int width = 0, height = 0, left = 0, top = 0;
    if (stbtt_FindGlyphIndex(&font->info, character) == 0) return;
    unsigned char *shares = stbtt_GetCodepointBitmap(&font->info, font->scale, font->scale, character, &width,
                                                     &height, &left, &top);
    int fromX = (int)lround(x) + left, fromY = (int)lround(baseline) + top;
    for (int i = 0; shares && i < width * height; ++i)
        blend(image, fromX + i % width, fromY + i / width, shares[i], color);
    stbtt_FreeBitmap(shares, NULL);
}

bool gxWriteText(gxImage *image, double x, double y, double height, const char *text, gxColor color) {
    Font font;
    if (!openFont(&font, height)) return false;
    while (*text) {
        int character = gxReadCharacter(&text);
        addGlyph(image, &font, x, y + font.middle, character, color);
        x += getAdvance(&font, character);
    }
    return true;
}

double gxMeasureText(double height, const char *text) {
    Font font;
    double width = 0.0;
    if (!openFont(&font, height)) return 0.0;
    while (*text)
        width += getAdvance(&font, gxReadCharacter(&text));
    return width;
}
