// A grid over a solid's box extent; see index_grid.h.
//
// (1) Cells: a block of cells goes down the index while it is whole on one side of each plane, and is halved
// where it is not, so that cells share the upper part of their paths. (2) Bricks: each cell of a large solid
// that is entered at a node is divided the same way from that node; breadth first, once or several times.
#include "solid/index/index_grid.h"

#include "foundation/memory/hooks.h"

#include <string.h>

enum { GRID_SIDE_MAX = 64, GRID_FACES = 1000, FIRST_CAPACITY = 1024 };

typedef struct Box {
    cdVec3 middle, half;
} Box;

// Cells of one level: of the whole grid or of a brick.
typedef struct Level {
    const cdSolid *solid;
    const cdIndexGrid *grid;
    int32_t *cells;     // cells[side^3]
    int32_t side, bits; // a cell has 2^bits finest cells along each axis
    cdGridCell first;   // number of the first finest cell
} Level;

// A block of cells of a level.
typedef struct Block {
    int32_t lower[3], size[3];
} Block;

// Returns the number of cells along each axis for a solid of so many faces; 0: no grid.
static int32_t getGridSide(int32_t faceCount) {
    if (faceCount < GRID_FACES) return 0;
    int32_t side = 8;
    while (side < GRID_SIDE_MAX && side * side < faceCount)
        side *= 2;
    return side;
}

// Finer cells than half of the faces' size would cost more memory than the index itself.
static int32_t getBrickBits(int32_t faceCount, int32_t side) {
    int32_t bits = 0;
    while (side > 0 && 2 * ((int64_t)side << bits) * (side << bits) < faceCount)
        bits += CD_BRICK_BITS;
    return bits;
}

static Box getBox(const Level *level, const Block *block) {
    cdVec3 scale = level->grid->scale, unit = {1.0 / scale.x, 1.0 / scale.y, 1.0 / scale.z};
    double cell = 1 << level->bits, half = 0.5 * cell;
    cdVec3 middle = {
        unit.x * (level->first.i + cell * block->lower[0] + half * block->size[0]),
        unit.y * (level->first.j + cell * block->lower[1] + half * block->size[1]),
        unit.z * (level->first.k + cell * block->lower[2] + half * block->size[2]),
    };
    cdVec3 reach = {half * unit.x * block->size[0], half * unit.y * block->size[1],
                    half * unit.z * block->size[2]};
    return (Box){cdAdd(level->grid->lower, middle), reach};
}

// Returns 1 or -1 if the whole box is beyond the tolerance on that side, else 0. The tolerance is many times
// the rounding of a point's cell.
static int getSideOfBox(const cdIndexNode *node, const Box *box, double tolerance) {
    double reach = fabs(node->normal.x) * box->half.x + fabs(node->normal.y) * box->half.y +
                   fabs(node->normal.z) * box->half.z + 2.0 * tolerance;
    double height = cdGetHeight(node, box->middle);
    return height > reach ? 1 : height < -reach ? -1 : 0;
}

// Returns the node at which paths of the box diverge, or their leaf.
static int32_t descendBox(const cdSolid *solid, int32_t at, const Box *box) {
    while (at >= 0) {
        const cdIndexNode *node = &solid->nodes[at];
        int side = getSideOfBox(node, box, solid->pointTolerance);
        if (side == 0) return at;
        at = side > 0 ? node->above : node->below;
    }
    return at;
}

// Returns the leaf of all points of a box; 0: there are several.
static int32_t findOnlyLeaf(const cdSolid *solid, int32_t at, const Box *box) {
    at = descendBox(solid, at, box);
    if (at < 0) return at;
    const cdIndexNode *node = &solid->nodes[at];
    int32_t above = findOnlyLeaf(solid, node->above, box);
    if (above == 0 || findOnlyLeaf(solid, node->below, box) != above) return 0;
    if (node->on != CD_NO_NODE && findOnlyLeaf(solid, node->on, box) != above) return 0;
    return above;
}

static void setCells(const Level *level, const Block *block, int32_t entry) {
    const int32_t *lower = block->lower, *size = block->size;
    for (int32_t k = lower[2]; k < lower[2] + size[2]; k++)
        for (int32_t j = lower[1]; j < lower[1] + size[1]; j++)
            for (int32_t i = lower[0]; i < lower[0] + size[0]; i++)
                level->cells[(k * level->side + j) * level->side + i] = entry;
}

static void fillBlock(const Level *level, int32_t at, Block block) {
    const Box box = getBox(level, &block);
    at = descendBox(level->solid, at, &box);
    int axis = block.size[2] > block.size[1] ? 2 : 1;
    if (block.size[0] > block.size[axis]) axis = 0;
    bool isCell = block.size[axis] == 1;
    if (at >= 0 && isCell) {
        int32_t only = findOnlyLeaf(level->solid, at, &box);
        if (only != 0) at = only;
    }
    if (at < 0 || isCell) {
        setCells(level, &block, at);
        return;
    }
    block.size[axis] /= 2;
    fillBlock(level, at, block);
    block.lower[axis] += block.size[axis];
    fillBlock(level, at, block);
}

// --- (2)

typedef struct Bricks {
    cdIndexGrid *grid;
    const cdSolid *solid;
    const int32_t *blockOf;
    int32_t capacity;
    cdGridCell *firsts; // firsts[capacity]: each brick's first finest cell
    bool noMemory;
} Bricks;

static bool grow(void **items, size_t itemSize, int32_t count, int32_t capacity) {
    void *grown = cdAllocate((size_t)capacity * itemSize);
    if (grown == NULL) return false;
    if (count > 0) memcpy(grown, *items, (size_t)count * itemSize);
    cdFree(*items);
    *items = grown;
    return true;
}

// Adds a brick for a cell that is entered at a node, unless there are too many. Returns the cell's entry.
static int32_t addBrick(Bricks *bricks, int32_t node, cdGridCell first) {
    cdIndexGrid *grid = bricks->grid;
    const int32_t count = grid->brickCount;
    if (bricks->noMemory || count > INT32_MAX / 2 - bricks->solid->blockCount) return bricks->blockOf[node];
    if (count == bricks->capacity) {
        int32_t capacity = count > 0 ? 2 * count : FIRST_CAPACITY;
        void *entries = grid->bricks, *nodes = grid->brickNodes, *firsts = bricks->firsts;
        bool good = grow(&entries, CD_BRICK_SIZE * sizeof(int32_t), count, capacity);
        good = good && grow(&nodes, sizeof(int32_t), count, capacity);
        good = good && grow(&firsts, sizeof(cdGridCell), count, capacity);
        grid->bricks = entries;
        grid->brickNodes = nodes;
        bricks->firsts = firsts;
        bricks->noMemory = !good;
        if (!good) return bricks->blockOf[node];
        bricks->capacity = capacity;
    }
    grid->brickNodes[count] = node;
    bricks->firsts[count] = first;
    grid->brickCount++;
    return bricks->solid->blockCount + count;
}

// Replaces the entries that are nodes by bricks, in the last level by blocks. `bits`: those of a cell;
// `brick` -1: the coarse cells.
static void finishCells(Bricks *bricks, int32_t brick, int32_t side, int32_t bits, cdGridCell first) {
    for (int32_t k = 0, n = 0; k < side; k++)
        for (int32_t j = 0; j < side; j++)
            for (int32_t i = 0; i < side; i++, n++) {
                int64_t at = brick < 0 ? n : CD_BRICK_SIZE * (int64_t)brick + n;
                int32_t entry = brick < 0 ? bricks->grid->cells[at] : bricks->grid->bricks[at];
                if (entry < 0) continue;
                cdGridCell cell = {first.i + (i << bits), first.j + (j << bits), first.k + (k << bits)};
                entry = bits > 0 ? addBrick(bricks, entry, cell) : bricks->blockOf[entry];
                *(brick < 0 ? &bricks->grid->cells[at] : &bricks->grid->bricks[at]) = entry;
            }
}

static bool finishGrid(const cdSolid *solid, const int32_t *blockOf, cdIndexGrid *grid) {
    Bricks bricks = {.grid = grid, .solid = solid, .blockOf = blockOf};
    const Block whole = {.size = {CD_BRICK_SIDE, CD_BRICK_SIDE, CD_BRICK_SIDE}};
    int32_t bits = grid->brickBits, done = 0;
    finishCells(&bricks, -1, grid->side, bits, (cdGridCell){0, 0, 0});
    while (bits > 0 && !bricks.noMemory) {
        const int32_t end = grid->brickCount;
        bits -= CD_BRICK_BITS;
        for (; done < end; done++) {
            int32_t *cells = grid->bricks + CD_BRICK_SIZE * (int64_t)done;
            Level level = {solid, grid, cells, CD_BRICK_SIDE, bits, bricks.firsts[done]};
            fillBlock(&level, grid->brickNodes[done], whole);
            finishCells(&bricks, done, CD_BRICK_SIDE, bits, bricks.firsts[done]);
        }
    }
    cdFree(bricks.firsts);
    return !bricks.noMemory;
}

// --- all of it

static double getScale(double lower, double upper, double tolerance, int32_t side) {
    return side / (upper - lower + 4.0 * tolerance);
}

bool cdMakeGrid(const cdSolid *solid, const int32_t *blockOf, cdIndexGrid *grid) {
    const int32_t side = getGridSide(solid->info.faceCount);
    *grid = (cdIndexGrid){.side = side, .brickBits = getBrickBits(solid->info.faceCount, side)};
    if (side == 0) return true;
    const double tolerance = solid->info.tolerance;
    const cdBox3 bounds = solid->info.bounds;
    const int32_t finest = side << grid->brickBits;
    cdVec3 margin = {2.0 * tolerance, 2.0 * tolerance, 2.0 * tolerance};
    grid->lower = cdSub(cdSub(bounds.lower, solid->info.center), margin);
    grid->scale = (cdVec3){getScale(bounds.lower.x, bounds.upper.x, tolerance, finest),
                           getScale(bounds.lower.y, bounds.upper.y, tolerance, finest),
                           getScale(bounds.lower.z, bounds.upper.z, tolerance, finest)};
    grid->cells = cdAllocate((size_t)side * (size_t)side * (size_t)side * sizeof *grid->cells);
    if (grid->cells == NULL) return false;
    Level level = {solid, grid, grid->cells, side, grid->brickBits, {0, 0, 0}};
    fillBlock(&level, 0, (Block){.size = {side, side, side}});
    if (finishGrid(solid, blockOf, grid)) return true;
    cdFreeGrid(grid);
    return false;
}

void cdFreeGrid(cdIndexGrid *grid) {
    cdFree(grid->cells);
    cdFree(grid->bricks);
    cdFree(grid->brickNodes);
    *grid = (cdIndexGrid){0};
}
