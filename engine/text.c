// Text from a signed distance atlas: one texture for the letters and their rim.
//
// stb_truetype renders the glyphs of a fixed set of characters once, as distances to their outlines. Each
// character of a text is one quad.
#include "engine/text.h"

#include "engine/asset.h"
#include "engine/gl.h"
#include "engine/hash.h"
#include "engine/message.h"

#include <math.h>
#include <stb/stb_truetype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { GLYPH_MAX = 160, GLYPH_PADDING = 4, QUAD_MAX = 4096 };

// ASCII is always included; these are other signs in labels and formulas.
static const int extraCharacters[] = {0x00b0, 0x00b1, 0x00b2, 0x00b3, 0x00b5, 0x00b7, 0x00b9, 0x0394, 0x03a0,
                                      0x2070, 0x00d7, 0x03b1, 0x03b2, 0x03b5, 0x03c0, 0x03c4, 0x03c9, 0x2013,
                                      0x2022, 0x2026, 0x2032, 0x2080, 0x2081, 0x2082, 0x2083, 0x2090, 0x2190,
                                      0x2191, 0x2192, 0x2193, 0x21d2, 0x21d4, 0x2205, 0x2208, 0x2212, 0x221a,
                                      0x2227, 0x2228, 0x2229, 0x222a, 0x2260, 0x2261, 0x2264, 0x2265, 0x2295,
                                      0x2297, 0x2299, 0x25cb, 0x25cf, 0x25d0, 0x25c6, 0x25c7, 0x2713, 0x2715};

typedef struct Glyph {
    int character;
    float advance, left, top; // pixels
    int x, y, width, height;  // in the atlas
} Glyph;

typedef struct Corner {
    float x, y, u, v;
    gxColor color;
} Corner;

struct gxTextRenderer {
    GLuint program, texture, vertexArray, buffer;
    GLint viewport, rimColor;
    gxColor rim;
    float ascent;
    Glyph glyphs[GLYPH_MAX];
    int glyphCount;
    Corner *corners; // corners[6 * QUAD_MAX]
    int cornerCount;
    int atlasSize;                   // a side of the texture, pixels
    int shelfX, shelfY, shelfHeight; // where the next glyph is packed in the atlas
};

static void addGlyph(gxTextRenderer *renderer, const stbtt_fontinfo *font, float scale, unsigned char *atlas,
                     int character) {
    if (stbtt_FindGlyphIndex(font, character) == 0 || renderer->glyphCount == GLYPH_MAX) return;
    Glyph *glyph = &renderer->glyphs[renderer->glyphCount];
    *glyph = (Glyph){.character = character};
    int advance = 0, bearing = 0, left = 0, top = 0;
    stbtt_GetCodepointHMetrics(font, character, &advance, &bearing);
    glyph->advance = scale * (float)advance;
    unsigned char *distances =
        stbtt_GetCodepointSDF(font, scale, character, GLYPH_PADDING, 128, 128.0f / GLYPH_PADDING,
                              &glyph->width, &glyph->height, &left, &top);
    glyph->left = (float)left;
    glyph->top = (float)top;
    if (distances && renderer->shelfX + glyph->width > renderer->atlasSize) {
        renderer->shelfX = 0;
        renderer->shelfY += renderer->shelfHeight;
        renderer->shelfHeight = 0;
    }
    if (distances && renderer->shelfY + glyph->height <= renderer->atlasSize) {
        glyph->x = renderer->shelfX;
        glyph->y = renderer->shelfY;
        for (int y = 0; y < glyph->height; ++y) {
            memcpy(atlas + (size_t)(glyph->y + y) * (size_t)renderer->atlasSize + glyph->x,
                   distances + (size_t)y * (size_t)glyph->width, (size_t)glyph->width);
        }
        renderer->shelfX += glyph->width;
        if (glyph->height > renderer->shelfHeight) renderer->shelfHeight = glyph->height;
    } else {
        glyph->width = glyph->height = 0; // a space, or no room left
    }
    stbtt_FreeSDF(distances, NULL);
    ++renderer->glyphCount;
}

static bool createAtlas(gxTextRenderer *renderer, float pixelHeight) {
    const gxAsset *asset = gxFindAsset("DejaVuSans-Bold.ttf");
    stbtt_fontinfo font;
    renderer->atlasSize = pixelHeight > 56.0f ? 2048 : pixelHeight > 28.0f ? 1024 : 512;
    size_t side = (size_t)renderer->atlasSize;
    unsigned char *atlas = calloc(side, side);
    if (!asset || !atlas || !stbtt_InitFont(&font, asset->bytes, 0)) {
        gxReport(GX_ERROR, "the font of the labels cannot be read");
        free(atlas);
        return false;
    }
    float scale = stbtt_ScaleForPixelHeight(&font, pixelHeight);
    int ascent = 0, descent = 0, gap = 0;
    stbtt_GetFontVMetrics(&font, &ascent, &descent, &gap);
    renderer->ascent = scale * (float)ascent;
    for (int c = 32; c < 127; ++c)
        addGlyph(renderer, &font, scale, atlas, c);
    for (size_t i = 0; i < sizeof extraCharacters / sizeof *extraCharacters; ++i) {
        addGlyph(renderer, &font, scale, atlas, extraCharacters[i]);
    }
    glGenTextures(1, &renderer->texture);
    glBindTexture(GL_TEXTURE_2D, renderer->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, renderer->atlasSize, renderer->atlasSize, 0, GL_RED,
                 GL_UNSIGNED_BYTE, atlas);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    free(atlas);
    return true;
}

static void createBuffers(gxTextRenderer *renderer) {
    glGenVertexArrays(1, &renderer->vertexArray);
    glGenBuffers(1, &renderer->buffer);
    glBindVertexArray(renderer->vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->buffer);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Corner), (const void *)offsetof(Corner, x));
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Corner),
                          (const void *)offsetof(Corner, color));
    glBindVertexArray(0);
}

gxTextRenderer *gxCreateTextRenderer(float pixelHeight) {
    gxTextRenderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) return NULL;
    renderer->corners = malloc(6 * QUAD_MAX * sizeof *renderer->corners);
    renderer->program = gxCreateProgram("text.vert", "text.frag");
    if (!renderer->corners || !renderer->program || !createAtlas(renderer, pixelHeight)) {
        gxDestroyTextRenderer(renderer);
        return NULL;
    }
    gxSetSampler(renderer->program, "atlas", 0);
    renderer->viewport = glGetUniformLocation(renderer->program, "viewport");
    renderer->rimColor = glGetUniformLocation(renderer->program, "rimColor");
    renderer->rim = (gxColor){13, 15, 20, 255};
    createBuffers(renderer);
    return renderer;
}

void gxSetTextRim(gxTextRenderer *renderer, gxColor color) {
    renderer->rim = color;
}

void gxDestroyTextRenderer(gxTextRenderer *renderer) {
    if (!renderer) return;
    glDeleteProgram(renderer->program);
    glDeleteTextures(1, &renderer->texture);
    glDeleteVertexArrays(1, &renderer->vertexArray);
    glDeleteBuffers(1, &renderer->buffer);
    free(renderer->corners);
    free(renderer);
}

// Decodes the next character of a UTF-8 text; malformed bytes count as themselves.
int gxReadCharacter(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    int length = s[0] < 0x80 ? 1 : (s[0] & 0xe0) == 0xc0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : 1;
    int character = length == 1 ? s[0] : length == 2 ? s[0] & 0x1f : s[0] & 0x0f;
    for (int i = 1; i < length; ++i) {
        if ((s[i] & 0xc0) != 0x80) {
            *text += i;
            return s[0];
        }
        character = (character << 6) | (s[i] & 0x3f);
    }
    *text += length;
    return character;
}

static const Glyph *findGlyph(const gxTextRenderer *renderer, int character) {
    if (character >= 32 && character < 127 && renderer->glyphCount >= 95)
        return &renderer->glyphs[character - 32];
    for (int i = 0; i < renderer->glyphCount; ++i) {
        if (renderer->glyphs[i].character == character) return &renderer->glyphs[i];
    }
    return NULL;
}

float gxGetTextWidth(const gxTextRenderer *renderer, const char *text) {
    float width = 0.0f;
    while (*text) {
        const Glyph *glyph = findGlyph(renderer, gxReadCharacter(&text));
        if (glyph) width += glyph->advance;
    }
    return width;
}

static void addQuad(gxTextRenderer *renderer, const Glyph *glyph, float x, float y, gxColor color) {
    const float unit = 1.0f / (float)renderer->atlasSize;
    for (int i = 0; i < 6; ++i) {
        static const int rightSide[6] = {0, 1, 0, 1, 1, 0}, lowerSide[6] = {0, 0, 1, 0, 1, 1};
        float dx = (float)(rightSide[i] * glyph->width), dy = (float)(lowerSide[i] * glyph->height);
        renderer->corners[renderer->cornerCount++] =
            (Corner){x + dx, y + dy, unit * ((float)glyph->x + dx), unit * ((float)glyph->y + dy), color};
    }
}

void gxAddText(gxTextRenderer *renderer, float x, float y, const char *text, gxColor color) {
    // Whole pixels keep the letters sharp.
    float baseline = (float)(int)(y + 0.36f * renderer->ascent), at = (float)(int)x;
    while (*text) {
        const Glyph *glyph = findGlyph(renderer, gxReadCharacter(&text));
        if (!glyph) continue;
        if (glyph->width > 0 && renderer->cornerCount + 6 <= 6 * QUAD_MAX) {
            addQuad(renderer, glyph, at + glyph->left, baseline + glyph->top, color);
        }
        at += glyph->advance;
    }
}

void gxDrawTexts(gxTextRenderer *renderer, int width, int height) {
    if (renderer->cornerCount == 0) return;
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(renderer->program);
    glUniform2f(renderer->viewport, (float)width, (float)height);
    const float unit = 1.0f / 255.0f;
    glUniform3f(renderer->rimColor, unit * renderer->rim.r, unit * renderer->rim.g, unit * renderer->rim.b);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, renderer->texture);
    glBindVertexArray(renderer->vertexArray);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)renderer->cornerCount * sizeof *renderer->corners),
                 renderer->corners, GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, renderer->cornerCount);
    glDisable(GL_BLEND);
}

void gxDeclareTexts(const gxTextRenderer *renderer, gxDamage *damage, int x, int y, int height) {
    for (int i = 0; i < renderer->cornerCount; i += 6) {
        const Corner *first = &renderer->corners[i], *last = &renderer->corners[i + 4];
        int left = (int)floorf(first->x), right = (int)ceilf(last->x);
        int high = (int)floorf(first->y), low = (int)ceilf(last->y);
        uint64_t content = gxMixBytes(gxBeginHash(), first, 6 * sizeof *first);
        gxDeclare(damage, (gxRect){x + left, y + height - low, right - left, low - high},
                  gxMixBytes(content, &renderer->rim, sizeof renderer->rim));
    }
}

void gxClearTexts(gxTextRenderer *renderer) {
    renderer->cornerCount = 0;
}
