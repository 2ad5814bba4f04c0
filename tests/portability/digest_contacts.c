// Separating vectors, hulls, boxes, linear motions, contact regions and motions.
#include "digest.h"

static void runSeparation(DigestWork *work, int index) {
    (void)index;
    const cdMesh *a = nextDigestMesh(work, DIGEST_SMOOTH), *b = nextDigestMesh(work, DIGEST_SMOOTH);
    cdSeparationInput input = {.convexA = cdGetMeshInfo(a).hull,
                               .convexB = cdGetMeshInfo(b).hull,
                               .poseA = nextDigestPose(&work->random, 2.0)};
    input.poseB = nextDigestPose(&work->random, 0.5);
    cdSeparation separation = cdFindSeparatingVector(&input, NULL, NULL);
    digestInt(work, separation.state);
    digestInt(work, separation.iterations);
    digestVec3(work, separation.vector);
    digestDouble(work, separation.gap);
    digestDouble(work, separation.tolerance);
}

static void runHull(DigestWork *work, int index) {
    cdVec3 points[200];
    int32_t count = 4 + index % 10 * 20;
    for (int32_t i = 0; i < count; i++)
        points[i] = index % 2 ? nextRandomVec3(&work->random) : nextRandomGridPoint(&work->random, -3, 3);
    cdConvexDef def = {.points = points, .pointCount = count};
    cdConvex *hull = cdCreateConvex(&def, NULL);
    cdConvexInfo info = cdGetConvexInfo(hull);
    digestInt(work, info.vertexCount);
    digestInt(work, info.triangleCount);
    digestDouble(work, info.radius);
    digestDouble(work, info.error);
    for (int32_t i = 0; i < 3 * info.triangleCount; i++)
        digestInt(work, info.triangles[i]);
    cdVec3 direction = nextRandomDirection(&work->random);
    digestInt(work, cdFindSupportVertex(hull, direction, CD_SUPPORT_TABLE, -1));
    cdDestroyConvex(hull);
}

static void runBoxes(DigestWork *work, int index) {
    (void)index;
    Random *random = &work->random;
    cdBoxesInput input = {.onScrew = true,
                          .startA = nextDigestPose(random, 3.0),
                          .halfA = {0.5, 0.3, 0.7},
                          .halfB = {0.4, 0.6, 0.2}};
    input.targetA = nextDigestPose(random, 1.5);
    input.poseB = nextDigestPose(random, 0.5);
    cdBoxContact contact = cdFindBoxContact(&input, NULL);
    digestInt(work, contact.state);
    digestDouble(work, contact.t.lo);
    digestDouble(work, contact.t.hi);
    digestVec3(work, contact.point);
    digestVec3(work, contact.normal);
    digestInt(work, contact.planeCount);
}

static void runLinear(DigestWork *work, int index) {
    cdLinearInput input = {.kind = index % 2 ? CD_EDGE_EDGE : CD_VERTEX_FACE};
    for (int i = 0; i < 4; i++) {
        input.start[i] = nextRandomVec3(&work->random);
        input.end[i] = nextRandomVec3(&work->random);
        if (index % 3 == 2) input.start[i] = nextRandomGridPoint(&work->random, -3, 3);
    }
    cdLinearContact contact = cdFindLinearContact(&input);
    digestInt(work, contact.state);
    digestDouble(work, contact.t.lo);
    digestDouble(work, contact.t.hi);
    digestDouble(work, contact.tolerance);
}

enum { REGIONS = 64, REGION_POINTS = 512 };

static void digestRegions(DigestWork *work, const cdContactRegions *found) {
    digestInt(work, found->state);
    digestInt(work, found->regionCount);
    digestDouble(work, found->tolerance);
    for (int32_t i = 0; i < found->pointCount; i++)
        digestVec3(work, found->points[i]);
    for (int32_t i = 0; i < found->regionCount; i++) {
        const cdContactRegion *region = &found->regions[i];
        digestInt(work, region->dimension);
        digestInt(work, region->locationA.index);
        digestInt(work, region->locationB.index);
        digestDouble(work, region->measure);
        digestInt(work, region->sufficient);
        for (int32_t k = 0; k < region->normalCount; k++)
            digestVec3(work, region->normals[k]);
    }
}

// A solid on another: at the end of a motion that touches it, or upright on a box of the same size.
static void runRegions(DigestWork *work, int index) {
    static cdContactRegion regions[REGIONS];
    static cdVec3 points[REGION_POINTS];
    Random *random = &work->random;
    cdFirstContactInput step = {.meshA = nextDigestMesh(work, DIGEST_SOLIDS),
                                .meshB = nextDigestMesh(work, DIGEST_SOLIDS),
                                .startA = nextDigestPose(random, 1.0)};
    step.startB = nextDigestPose(random, 0.3);
    if (index % 3 == 0) {
        step.meshA = step.meshB = work->meshes->list[DIGEST_BOX];
        step.startA.q = step.startB.q;
    }
    step.startA.p = cdAdd(step.startA.p, cdRotate(step.startB.q, (cdVec3){0.0, 4.0, 0.0}));
    step.targetA = step.startA;
    step.targetA.p = cdSub(step.startA.p, cdRotate(step.startB.q, (cdVec3){0.0, 5.0, 0.0}));
    cdFirstContact contact = cdFindFirstContact(&step, NULL, work->workspace, NULL);
    cdRegionsInput input = {.meshA = step.meshA,
                            .meshB = step.meshB,
                            .poseA = contact.resolvedPose,
                            .poseB = step.startB,
                            .regions = regions,
                            .points = points,
                            .regionCapacity = REGIONS,
                            .pointCapacity = REGION_POINTS};
    cdContactRegions found = cdFindContactRegions(&input, NULL, work->workspace, NULL);
    digestRegions(work, &found);
}

static void runMotion(DigestWork *work, int index) {
    (void)index;
    cdPose start = nextDigestPose(&work->random, 2.0), target = nextDigestPose(&work->random, 2.0);
    cdMotion motion = cdMakeMotion(start, target, nextRandomVec3(&work->random));
    double t = nextRandom(&work->random);
    digestDouble(work, motion.omega);
    digestPose(work, cdGetPoseAt(&motion, t));
    digestDouble(work, cdGetTimeFromTau(&motion.screws[0], t));
    cdVelocity velocity = cdGetMotionVelocity(&motion, t);
    digestVec3(work, velocity.linear);
    digestVec3(work, velocity.angular);
}

// The measures of a mesh and its solid.
static void runMesh(DigestWork *work, int index) {
    const cdMesh *mesh = work->meshes->list[index];
    cdMeshInfo info = cdGetMeshInfo(mesh);
    digestInt(work, info.vertexCount);
    digestInt(work, info.edgeCount);
    digestDouble(work, info.radius);
    digestDouble(work, info.leafRadius);
    cdMassProperties mass = cdFindMassProperties(mesh, NULL);
    digestDouble(work, mass.volume);
    digestVec3(work, mass.centroid);
    for (int i = 0; i < 6; i++)
        digestDouble(work, mass.inertia[i]);
    if (index < DIGEST_SOLIDS) digestInt(work, cdGetSolidInfo(mesh).faceCount);
}

const DigestKind digestContacts[] = {
    {"mesh", DIGEST_MESHES, runMesh, NULL}, {"separation", 1000, runSeparation, NULL},
    {"hull", 100, runHull, NULL},           {"boxes", 600, runBoxes, NULL},
    {"linear", 600, runLinear, NULL},       {"regions", 200, runRegions, NULL},
    {"motion", 400, runMotion, NULL},       {NULL, 0, NULL, NULL}};
