// The volumes that bound the nodes of a sphere tree.
#ifndef CD_NODE_VOLUME_H
#define CD_NODE_VOLUME_H

#include "mesh/tree/build_node.h"

// More pieces than this are bounded by means of the nodes below.
enum { CD_DIRECT_PIECES = 1024 };

// Room to bound pieces; allocate and free with the functions below.
typedef struct cdVolumeRoom {
    const cdPieces *pieces;
    const cdVec3 *normals; // of the triangles, unit or zero
    int32_t *marks;        // marks[pieces->pointCount]: the last set that contains the point
    int32_t set;
    double *x, *y, *z; // the points of a set, at most 3 * CD_DIRECT_PIECES
    float *nearX, *nearY, *nearZ, *squares;
    int32_t count;
} cdVolumeRoom;

// @errors false: no memory; free the room also then
bool cdMakeVolumeRoom(const cdPieces *pieces, const cdVec3 *normals, cdVolumeRoom *room);
void cdFreeVolumeRoom(cdVolumeRoom *room);

// Computes the volume that bounds the pieces of boxes[count], 1 to CD_DIRECT_PIECES.
cdNodeVolume cdBoundPieces(cdVolumeRoom *room, const cdPieceBox *boxes, int32_t count);

// Computes the volume of a node of more pieces. The nodes below it have theirs.
cdNodeVolume cdBoundNode(cdVolumeRoom *room, const cdPieceBox *boxes, const cdBuildNode *nodes, int32_t node);

#endif
