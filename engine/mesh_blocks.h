// Divides the triangles of a surface into blocks of neighbours, each with its box.
//
// A picture that changes within a rectangle draws only the blocks that may have pixels there. A few boxes
// around groups of blocks, the outline, bound a surface more tightly than one box does.
#ifndef GX_MESH_BLOCKS_H
#define GX_MESH_BLOCKS_H

#include <cglm/types-struct.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct gxBox {
    vec3s lower, upper;
} gxBox;

typedef struct gxBlock {
    gxBox box;
    int32_t first, count; // triangles
} gxBlock;

// Zeroed: empty.
typedef struct gxBlocks {
    gxBlock *blocks; // blocks[count], owned, in the order of their triangles
    int32_t count;
} gxBlocks;

enum {
    GX_BLOCK_MAX = 128,  // triangles of a block
    GX_OUTLINE_MAX = 32, // boxes
    GX_BLOCK_SPLITS = 40 // greatest number of splits above a block
};

// The part of a view that is drawn, in its clip coordinates: lower w <= x, y <= upper w.
typedef struct gxPart {
    mat4s toClip; // from the frame of the mesh
    float lower[2], upper[2];
} gxPart;

// Orders indices[3 * triangleCount] by blocks; within a block the order is as before. @errors false: no
// memory, and the order is as before
bool gxMakeBlocks(gxBlocks *blocks, uint32_t *indices, int32_t triangleCount, const float (*positions)[3]);
void gxFreeBlocks(gxBlocks *blocks);

// Returns the number of boxes that together contain those of all blocks; without blocks 0. Orders the blocks.
int32_t gxMakeOutline(gxBlock *blocks, int32_t blockCount, gxBox outline[GX_OUTLINE_MAX]);

// False if no point of the box is in the part.
bool gxMayMeetPart(const gxBox *box, const gxPart *part);

#endif
