// Pairs of meshes of all kinds; see mesh_pairs.h.
#include "bench/mesh_pairs.h"
#include "bench/mesh_kinds.h"
#include <math.h>
#include <string.h>

enum { FEW_STEPS = 20 };

#define HORSE "/usr/share/glmark2/models/horse.3ds" // of Debian's glmark2-data, as the bunny

static const MeshPair all[MESH_PAIR_MAX] = {
    {"bunny / bunny", "bunnies", "builtin:bunny", "builtin:bunny", false, false},
    {"horse / horse", "horses", HORSE, HORSE, false, false},
    {"teapot / torus knot", "knot", "builtin:teapot", "builtin:torus-knot", false, false},
    {"sphere / sphere", "spheres", "builtin:icosphere:level=5", "builtin:icosphere:level=5", false, false},
    {"torus / torus, quads", "tori", "builtin:quad-torus:n=100", "builtin:quad-torus:n=100", false, false},
    {"gear / gear", "gears", "builtin:gear:teeth=96", "builtin:gear:teeth=96", false, false},
    {"nut / bolt", "nut", "builtin:nut", "builtin:bolt", false, false},
    {"nut on its bolt", "thread", "nut", "bolt", true, false},
    {"scan / scan", "scans", "scan", "scan", false, false},
    {"teapot / a million triangles", "million", "builtin:teapot", "million", false, true},
};

static bool isInstalled(const char *mesh) {
    if (mesh[0] != '/') return true;
    FILE *file = fopen(mesh, "rb");
    if (file != NULL) fclose(file);
    return file != NULL;
}

int32_t ListMeshPairs(const BenchInput *input, const MeshPair *pairs[MESH_PAIR_MAX], BenchReport *report) {
    int32_t count = 0;
    for (int32_t i = 0; i < MESH_PAIR_MAX; i++) {
        if (all[i].large && input->steps < FEW_STEPS) continue;
        if (isInstalled(all[i].meshA) && isInstalled(all[i].meshB))
            pairs[count++] = &all[i];
        else
            AddNote(report, "%s: left out, as %s is not installed.", all[i].name, all[i].meshA);
    }
    return count;
}

// Scales a round mesh about the origin to a bounding box of half diagonal 1, like loadMesh.
static void scaleSoup(TriangleSoup *soup) {
    double radius = 0.0;
    for (int32_t i = 0; i < soup->pointCount; i++)
        radius = cdMax(radius, cdMaxAbs(soup->points[i]));
    for (int32_t i = 0; i < soup->pointCount; i++)
        soup->points[i] = cdScale(1.0 / (sqrt(3.0) * radius), soup->points[i]);
}

static bool loadScan(uint64_t seed, TriangleSoup *soup, BenchReport *report) {
    Random random = {seed};
    if (!MakeMeshKind(MESH_NOISY, &random, soup, report)) return false;
    scaleSoup(soup);
    return true;
}

static bool loadMillion(const BenchInput *input, TriangleSoup *soup, BenchReport *report) {
    Random random = {input->seed};
    if (!input->loadMesh("builtin:bunny", soup, report->failure, sizeof report->failure)) return false;
    SubdivideSoup(&random, 0.02, soup);
    SubdivideSoup(&random, 0.02, soup);
    return true;
}

bool LoadKindMesh(const BenchInput *input, const char *mesh, uint64_t seed, TriangleSoup *soup,
                  BenchReport *report) {
    if (strcmp(mesh, "scan") == 0) return loadScan(seed, soup, report);
    if (strcmp(mesh, "million") == 0) return loadMillion(input, soup, report);
    return input->loadMesh(mesh, soup, report->failure, sizeof report->failure);
}

static bool loadSoups(const BenchInput *input, const MeshPair *which, BenchPair *pair, BenchReport *report) {
    char *message = report->failure;
    size_t size = sizeof report->failure;
    if (which->fitted)
        return MakeShape(which->meshA, &pair->soupA, message, size) &&
               MakeShape(which->meshB, &pair->soupB, message, size);
    return LoadKindMesh(input, which->meshA, input->seed, &pair->soupA, report) &&
           LoadKindMesh(input, which->meshB, input->seed + 1, &pair->soupB, report);
}

bool OpenMeshPair(const BenchInput *input, const MeshPair *which, BenchPair *pair, BenchReport *report) {
    *pair = (BenchPair){.fitted = which->fitted};
    return loadSoups(input, which, pair, report) && RebuildBenchPair(pair, NULL, report);
}
