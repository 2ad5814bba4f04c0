// Faces with many sides: their outlines in the plane of the face, with a tree of boxes (side_tree.h).
//
// Input: the boundary representation. Output: `faceOutlines` and the outlines. A point or an edge over a face
// is tested only against the sides near it; without the trees two such faces flush on each other would cost
// the product of their numbers of sides.
//
// 1. The frame of a face's plane. 2. The numbers of large outlines, their sides and nodes. 3. Their sides,
// loop by loop, and the trees.
#include "solid/features/features_build.h"

// --- 1

cdFacePlane cdGetFacePlane(const cdBrepFace *face) {
    cdVec3 n = face->normal, least = {1.0, 0.0, 0.0};
    if (fabs(n.y) < fabs(n.x) && fabs(n.y) <= fabs(n.z)) least = (cdVec3){0.0, 1.0, 0.0};
    if (fabs(n.z) < fabs(n.x) && fabs(n.z) < fabs(n.y)) least = (cdVec3){0.0, 0.0, 1.0};
    cdVec3 x = cdNormalize(cdCross(least, n));
    return (cdFacePlane){face->middle, x, cdCross(n, x)};
}

// --- 2

static int32_t countSides(const cdBrep *brep, const cdBrepFace *face) {
    int32_t count = 0;
    for (int32_t l = face->firstLoop; l < face->firstLoop + face->loopCount; l++) {
        int32_t first = brep->loops[l], h = first;
        do {
            count++;
            h = brep->halfEdges[h].next;
        } while (h != first);
    }
    return count;
}

void cdCountOutlines(cdFeatures *features) {
    const cdBrep *brep = &features->brep;
    features->outlineCount = features->outlineSideCount = features->outlineNodeCount = 0;
    for (int32_t f = 0; f < brep->faceCount; f++) {
        int32_t count = countSides(brep, &brep->faces[f]);
        if (count < CD_SIDE_TREE_MIN) continue;
        features->outlineCount++;
        features->outlineSideCount += count;
        features->outlineNodeCount += cdCountSideNodes(count);
    }
}

// --- 3

static cdVec3 projectStart(const cdBrep *brep, const cdFacePlane *plane, int32_t halfEdge) {
    cdVec2 p = cdProjectToPlane(plane, brep->points[brep->halfEdges[halfEdge].start]);
    return (cdVec3){p.x, p.y, 0.0};
}

static int32_t layOutSides(const cdBrep *brep, const cdBrepFace *face, cdSide *sides) {
    cdFacePlane plane = cdGetFacePlane(face);
    int32_t count = 0;
    for (int32_t l = face->firstLoop; l < face->firstLoop + face->loopCount; l++) {
        int32_t first = brep->loops[l], h = first;
        cdVec3 from = projectStart(brep, &plane, h);
        do {
            h = brep->halfEdges[h].next;
            cdVec3 to = projectStart(brep, &plane, h);
            sides[count++] = (cdSide){from, to};
            from = to;
        } while (h != first);
    }
    return count;
}

void cdBuildOutlines(cdFeatures *features) {
    const cdBrep *brep = &features->brep;
    cdSide *sides = features->outlineSides;
    cdSideNode *nodes = features->outlineNodes;
    int32_t outline = 0;
    for (int32_t f = 0; f < brep->faceCount; f++) {
        features->faceOutlines[f] = -1;
        if (countSides(brep, &brep->faces[f]) < CD_SIDE_TREE_MIN) continue;
        int32_t count = layOutSides(brep, &brep->faces[f], sides);
        features->outlines[outline] = cdBuildSideTree(sides, count, nodes);
        sides += count;
        nodes += features->outlines[outline].nodeCount;
        features->faceOutlines[f] = outline++;
    }
}
