// Runs of damaged tiles become rectangles; of these, the pair whose union adds the fewest tiles is joined
// until few are left, because each is drawn on its own.
#include "engine/damage.h"

#include "engine/hash.h"

#include <stdlib.h>
#include <string.h>

// A gap this small is cheaper to draw than a rectangle more; tiles.
enum { WASTE_LEAST = 6, RUN_MAX = 40 };

// In tiles.
typedef struct Runs {
    gxRect rects[RUN_MAX + 1];
    int count;
} Runs;

void gxFreeDamage(gxDamage *damage) {
    free(damage->tiles);
    *damage = (gxDamage){0};
}

static size_t countTiles(const gxDamage *damage) {
    return (size_t)damage->columns * (size_t)damage->rows;
}

static void resize(gxDamage *damage, int width, int height) {
    gxFreeDamage(damage);
    damage->width = width;
    damage->height = height;
    damage->columns = (width + GX_DAMAGE_TILE - 1) / GX_DAMAGE_TILE;
    damage->rows = (height + GX_DAMAGE_TILE - 1) / GX_DAMAGE_TILE;
    damage->tiles = calloc(3 * countTiles(damage), sizeof *damage->tiles);
}

void gxBeginDamage(gxDamage *damage, int width, int height) {
    if (!damage->tiles || width != damage->width || height != damage->height) resize(damage, width, height);
    damage->whole = !damage->known || !damage->tiles;
    if (!damage->tiles) return;
    size_t count = countTiles(damage);
    memcpy(damage->tiles + count, damage->tiles, count * sizeof *damage->tiles);
    memset(damage->tiles, 0, count * sizeof *damage->tiles);
    memset(damage->tiles + 2 * count, 0, count * sizeof *damage->tiles);
}

// Converts to tiles, rounded outwards.
static gxRect makeTiles(const gxDamage *damage, gxRect rect) {
    rect = gxIntersectRects(rect, (gxRect){0, 0, damage->width, damage->height});
    int left = rect.x / GX_DAMAGE_TILE, low = rect.y / GX_DAMAGE_TILE;
    if (gxIsEmptyRect(rect)) return (gxRect){0};
    return (gxRect){left, low, (rect.x + rect.width - 1) / GX_DAMAGE_TILE - left + 1,
                    (rect.y + rect.height - 1) / GX_DAMAGE_TILE - low + 1};
}

static uint64_t *getRow(const gxDamage *damage, int layer, int row) {
    return damage->tiles + (size_t)layer * countTiles(damage) + (size_t)row * (size_t)damage->columns;
}

void gxDeclare(gxDamage *damage, gxRect rect, uint64_t content) {
    if (!damage->tiles) return;
    gxRect tiles = makeTiles(damage, rect);
    content = gxMixBytes(content, &rect, sizeof rect); // it may move within its tiles
    for (int y = tiles.y; y < tiles.y + tiles.height; ++y) {
        uint64_t *row = getRow(damage, 0, y);
        for (int x = tiles.x; x < tiles.x + tiles.width; ++x)
            row[x] = gxMixHash(row[x], content);
    }
}

void gxDamagePart(gxDamage *damage, gxRect rect) {
    if (!damage->tiles) return;
    gxRect tiles = makeTiles(damage, rect);
    for (int y = tiles.y; y < tiles.y + tiles.height; ++y)
        for (int x = tiles.x; x < tiles.x + tiles.width; ++x)
            getRow(damage, 2, y)[x] = 1;
}

void gxDamageAll(gxDamage *damage) {
    damage->whole = true;
    damage->known = false;
}

static int getArea(gxRect rect) {
    return rect.width * rect.height;
}

// Replaces two rectangles by their union, and so all that then overlap.
static void joinPair(Runs *runs, int a, int b) {
    gxRect all = gxJoinRects(runs->rects[a], runs->rects[b]);
    runs->rects[a] = all;
    runs->rects[b] = runs->rects[--runs->count];
    for (int i = 0; i < runs->count; ++i) {
        for (int k = i + 1; k < runs->count; ++k) {
            if (gxIsEmptyRect(gxIntersectRects(runs->rects[i], runs->rects[k]))) continue;
            joinPair(runs, i, k);
            return;
        }
    }
}

// Joins the pair that wastes least. Returns false if there are few and all waste much.
static bool joinCheapest(Runs *runs) {
    int least = 0, a = -1, b = -1;
    for (int i = 0; i < runs->count; ++i) {
        for (int k = i + 1; k < runs->count; ++k) {
            gxRect one = runs->rects[i], other = runs->rects[k];
            int waste = getArea(gxJoinRects(one, other)) - getArea(one) - getArea(other);
            if (a >= 0 && waste >= least) continue;
            least = waste;
            a = i;
            b = k;
        }
    }
    if (a < 0 || (runs->count <= GX_DAMAGE_MAX && least > WASTE_LEAST)) return false;
    joinPair(runs, a, b);
    return true;
}

// Adds a run of tiles of a row, or extends the one below it.
static void addRun(Runs *runs, gxRect run) {
    for (int i = 0; i < runs->count; ++i) {
        gxRect *rect = &runs->rects[i];
        if (rect->x != run.x || rect->width != run.width || rect->y + rect->height != run.y) continue;
        ++rect->height;
        return;
    }
    runs->rects[runs->count++] = run;
    while (runs->count > RUN_MAX && joinCheapest(runs)) {
    }
}

static void findRuns(const gxDamage *damage, Runs *runs) {
    for (int y = 0; y < damage->rows; ++y) {
        const uint64_t *now = getRow(damage, 0, y), *last = getRow(damage, 1, y),
                       *marked = getRow(damage, 2, y);
        int begin = 0;
        for (int x = 0; x <= damage->columns; ++x) {
            bool damaged = x < damage->columns && (now[x] != last[x] || marked[x] != 0);
            if (damaged) continue;
            if (x > begin) addRun(runs, (gxRect){begin, y, x - begin, 1});
            begin = x + 1;
        }
    }
    while (joinCheapest(runs)) {
    }
}

int gxEndDamage(gxDamage *damage, gxRect rects[GX_DAMAGE_MAX]) {
    gxRect picture = {0, 0, damage->width, damage->height};
    damage->known = damage->tiles != NULL;
    if (damage->whole) {
        rects[0] = picture;
        return gxIsEmptyRect(picture) ? 0 : 1;
    }
    Runs runs = {.count = 0};
    findRuns(damage, &runs);
    for (int i = 0; i < runs.count; ++i) {
        gxRect r = runs.rects[i];
        rects[i] = gxIntersectRects(picture, (gxRect){r.x * GX_DAMAGE_TILE, r.y * GX_DAMAGE_TILE,
                                                      r.width * GX_DAMAGE_TILE, r.height * GX_DAMAGE_TILE});
    }
    return runs.count;
}
