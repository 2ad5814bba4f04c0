// The members of the features and the solid of a mesh; see mesh_fields.h.
//
// Stored is what is searched for when a part is built; the rest follows from it and is computed again by the
// steps that build it (cdPackFeatures, cdPackSolid).
#include "solid/store/mesh_fields.h"

#include "foundation/memory/hooks.h"
#include "solid/brep/brep_pack.h"
#include "solid/features/features_build.h"

// --- Features

// Tests that each edge is in a ring: following the edges, each has one before it.
static void testRings(cdArchive *archive, const cdFeatures *features, cdBrepBuild *build) {
    int32_t count = features->brep.edgeCount;
    uint8_t *reached = cdTakeBrepArray(build, (size_t)count, sizeof *reached);
    archive->noMemory = reached == NULL;
    archive->invalid = reached == NULL;
    for (int32_t i = 0; i < count && !archive->invalid; i++)
        archive->invalid = reached[features->sameEdges[i]]++ != 0;
    cdGiveBackBrepArray(build, reached);
}

static void testRuns(cdArchive *archive, const int32_t *firsts, int32_t count, int32_t end) {
    archive->invalid = archive->invalid || firsts[0] != 0 || firsts[count] != end;
    for (int32_t i = 0; i < count && !archive->invalid; i++)
        archive->invalid = firsts[i] > firsts[i + 1];
}

static void archiveMaps(cdArchive *archive, cdFeatures *features, cdBrepBuild *build) {
    const cdBrep *brep = &features->brep;
    int32_t lastEntity = brep->vertexCount + brep->edgeCount + brep->faceCount - 1;
    size_t edgeCount = (size_t)brep->edgeCount;
    cdArchiveIndices(archive, features->fanFirst, (size_t)brep->vertexCount + 1, 0, 2 * brep->edgeCount);
    cdArchiveIndices(archive, features->fans, 2 * edgeCount, 0, 2 * brep->edgeCount - 1);
    cdArchiveIndices(archive, features->vertexEntities, (size_t)features->mesh->vertexCount, -1, lastEntity);
    cdArchiveIndices(archive, features->edgeEntities, (size_t)features->mesh->edgeCount, -1, lastEntity);
    cdArchiveIndices(archive, features->sameEdges, edgeCount, 0, brep->edgeCount - 1);
    if (!cdIsReading(archive) || archive->invalid) return;
    testRuns(archive, features->fanFirst, brep->vertexCount, 2 * brep->edgeCount);
    if (!archive->invalid) testRings(archive, features, build);
}

static void archiveFeatureInfo(cdArchive *archive, cdFeaturesInfo *info, const cdMesh *mesh) {
    cdArchiveInt(archive, &info->borderCount, 0, INT32_MAX);
    cdArchiveBool(archive, &info->closed);
    cdArchiveTolerance(archive, &info->tolerance, mesh);
}

static bool takeFans(cdFeatures *features, cdBrepBuild *build) {
    size_t vertexCount = (size_t)features->brep.vertexCount, edgeCount = (size_t)features->brep.edgeCount;
    features->fanFirst = cdTakeBrepArray(build, vertexCount + 1, sizeof(int32_t));
    features->fans = cdTakeBrepArray(build, 2 * edgeCount, sizeof(int32_t));
    return features->fanFirst != NULL && features->fans != NULL && cdTakeFeatureMaps(features, build);
}

static bool readFeatures(cdArchive *archive, cdMesh *mesh, cdBrepBuild *build) {
    cdFeatures parts = {.mesh = mesh};
    archiveFeatureInfo(archive, &parts.info, mesh);
    if (!cdArchiveBrep(archive, &parts.brep, build)) return false;
    if (archive->invalid) return true;
    if (!takeFans(&parts, build)) return false;
    archiveMaps(archive, &parts, build);
    if (archive->invalid) return !archive->noMemory;
    parts.info.vertexCount = parts.brep.vertexCount;
    parts.info.edgeCount = parts.brep.edgeCount;
    parts.info.faceCount = parts.brep.faceCount;
    parts.info.center = mesh->center;
    parts.info.radius = mesh->radius;
    mesh->features = cdPackFeatures(&parts, build);
    return mesh->features != NULL;
}

bool cdArchiveFeatures(cdArchive *archive, cdMesh *mesh) {
    cdBrepBuild build = {.mesh = mesh};
    if (cdIsReading(archive)) {
        bool enough = readFeatures(archive, mesh, &build);
        cdFreeBrepBuild(&build);
        return enough;
    }
    cdFeatures *features = mesh->features;
    archiveFeatureInfo(archive, &features->info, mesh);
    cdArchiveBrep(archive, &features->brep, &build);
    archiveMaps(archive, features, &build);
    return true;
}

// --- The solid

static void archiveLeafOrNode(cdArchive *archive, int32_t *child, int32_t node, const cdIndex *index,
                              const cdBrep *brep) {
    cdArchiveInt(archive, child, INT32_MIN, index->nodeCount - 1);
    if (!cdIsReading(archive) || archive->invalid) return;
    if (*child >= 0) {
        archive->invalid = *child <= node;
        return;
    }
    cdLocationKind kind = cdGetLeafKind(*child);
    int32_t at = cdGetLeafIndex(*child);
    int32_t count = kind == CD_ON_VERTEX ? brep->vertexCount
                    : kind == CD_ON_EDGE ? brep->edgeCount
                    : kind == CD_ON_FACE ? brep->faceCount
                                         : 0;
    bool isSpace = kind == CD_INSIDE || kind == CD_OUTSIDE;
    archive->invalid = !isSpace && !(at >= 0 && at < count);
}

static void archiveNode(cdArchive *archive, cdIndex *index, int32_t at, const cdBrep *brep) {
    cdIndexNode *node = &index->nodes[at];
    cdArchiveNearPoints(archive, &node->normal, 1, 1.5);
    cdArchiveReals(archive, &node->offset, 1);
    archiveLeafOrNode(archive, &node->below, at, index, brep);
    archiveLeafOrNode(archive, &node->above, at, index, brep);
    bool hasOn = node->on != CD_NO_NODE;
    cdArchiveBool(archive, &hasOn);
    if (hasOn) archiveLeafOrNode(archive, &node->on, at, index, brep);
    if (cdIsReading(archive) && !hasOn) node->on = CD_NO_NODE;
    cdArchiveInt(archive, &node->dimension, 1, 3);
}

// Nodes that cut space come first, and lead to each other, but for points on their planes; so does the rest.
// Each node has one before it that leads to it, and the height is that of the tree.
static void testNodes(cdArchive *archive, cdIndex *index, cdBrepBuild *build) {
    int32_t *levels = cdTakeBrepArray(build, (size_t)index->nodeCount, sizeof *levels), height = 0;
    archive->noMemory = levels == NULL;
    archive->invalid = levels == NULL;
    while (index->spaceCount < index->nodeCount && index->nodes[index->spaceCount].dimension == 3)
        index->spaceCount++;
    for (int32_t i = 0; i < index->nodeCount && !archive->invalid; i++) {
        const cdIndexNode *node = &index->nodes[i];
        const int32_t children[3] = {node->below, node->above, node->on};
        bool isSpace = node->dimension == 3;
        archive->invalid = isSpace != (i < index->spaceCount) || (i > 0 && levels[i] == 0);
        for (int k = 0; k < 3 && !archive->invalid; k++) {
            int32_t child = children[k];
            if (child != CD_NO_NODE && levels[i] + 1 > height) height = levels[i] + 1;
            if (child < 0) continue;
            archive->invalid = levels[child] != 0 || (k < 2 && isSpace != (child < index->spaceCount)) ||
                               (k == 2 && child < index->spaceCount);
            levels[child] = levels[i] + 1;
        }
    }
    archive->invalid = archive->invalid || height != index->height;
    cdGiveBackBrepArray(build, levels);
}

// A path down the index is never longer: each node divides the faces, edges or vertices of its region.
enum { MOST_HEIGHT = 1 << 14 };

static void archiveIndexCounts(cdArchive *archive, cdIndex *index) {
    cdArchiveCount(archive, &index->nodeCount, 4 * sizeof(double));
    cdArchiveInt(archive, &index->height, 1, MOST_HEIGHT);
    cdArchiveReals(archive, &index->averageHeight, 1);
    if (index->nodeCount < 1) archive->invalid = true;
}

static bool readIndex(cdArchive *archive, cdIndex *index, cdBrepBuild *build) {
    archiveIndexCounts(archive, index);
    if (archive->invalid) return true;
    index->nodes = cdTakeBrepArray(build, (size_t)index->nodeCount, sizeof *index->nodes);
    if (index->nodes == NULL) return false;
    for (int32_t i = 0; i < index->nodeCount && !archive->invalid; i++)
        archiveNode(archive, index, i, &build->brep);
    if (!archive->invalid) testNodes(archive, index, build);
    return !archive->noMemory;
}

static bool readSolid(cdArchive *archive, cdMesh *mesh, cdBrepBuild *build) {
    cdIndex index = {.nodeCount = 0};
    cdArchiveTolerance(archive, &build->tolerance, mesh);
    if (!cdArchiveBrep(archive, &build->brep, build)) return false;
    if (archive->invalid) return true;
    if (!readIndex(archive, &index, build)) return false;
    if (archive->invalid) return true;
    mesh->solid = cdPackSolid(build, &index);
    return mesh->solid != NULL;
}

bool cdArchiveSolid(cdArchive *archive, cdMesh *mesh) {
    cdBrepBuild build = {.mesh = mesh};
    if (cdIsReading(archive)) {
        bool enough = readSolid(archive, mesh, &build);
        cdFreeBrepBuild(&build);
        return enough;
    }
    cdSolid *solid = mesh->solid;
    cdIndex index = {.nodes = (cdIndexNode *)solid->nodes, // an archive changes nodes only when it reads
                     .nodeCount = solid->info.nodeCount,
                     .height = solid->info.height,
                     .averageHeight = solid->info.averageHeight};
    cdArchiveTolerance(archive, &solid->info.tolerance, mesh);
    cdArchiveBrep(archive, &solid->brep, &build);
    archiveIndexCounts(archive, &index);
    for (int32_t i = 0; i < index.nodeCount; i++)
        archiveNode(archive, &index, i, &solid->brep);
    return true;
}
