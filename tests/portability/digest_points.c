// Queries of meshes with rays, points and segments, and of worlds.
#include "digest.h"

static void digestRayHit(DigestWork *work, const cdRayHit *hit) {
    digestInt(work, hit->state);
    digestInt(work, hit->stats.triangleTests);
    digestInt(work, hit->stats.nodeTests);
    if (hit->state != CD_CONTACT) return;
    digestDouble(work, hit->distance);
    digestDouble(work, hit->fraction);
    digestDouble(work, hit->error);
    digestVec3(work, hit->point);
    digestVec3(work, hit->normal);
    digestInt(work, hit->triangle);
    for (int i = 0; i < 3; i++)
        digestDouble(work, hit->barycentric[i]);
}

static void runRay(DigestWork *work, int index) {
    cdRayInput input = {.mesh = nextDigestMesh(work, DIGEST_SMOOTH),
                        .pose = nextDigestPose(&work->random, 0.5),
                        .cullBackFaces = index % 3 == 2};
    input.origin = cdScale(3.0, nextRandomVec3(&work->random));
    input.direction = cdSub(nextRandomVec3(&work->random), input.origin);
    cdRayHit hit = cdFindRayHit(&input, NULL, NULL, NULL);
    digestRayHit(work, &hit);
}

static void digestClosest(DigestWork *work, const cdClosestPoint *closest) {
    digestInt(work, closest->state);
    digestInt(work, closest->beyond);
    digestDouble(work, closest->lower);
    if (closest->beyond) return;
    digestDouble(work, closest->distance);
    digestDouble(work, closest->error);
    digestVec3(work, closest->point);
    digestVec3(work, closest->normal);
    digestInt(work, closest->triangle);
    digestInt(work, closest->windingNumber);
    digestDouble(work, closest->signedDistance);
}

static void runClosestPoint(DigestWork *work, int index) {
    cdClosestPointInput input = {.mesh = nextDigestMesh(work, DIGEST_MESHES),
                                 .pose = nextDigestPose(&work->random, 0.5),
                                 .maxDistance = index % 4 == 3 ? 0.5 : 0.0};
    input.point = cdScale(1.5, nextRandomVec3(&work->random));
    cdClosestPoint closest = cdFindClosestPoint(&input, NULL, NULL, NULL);
    digestClosest(work, &closest);
}

// Random points, and points of a grid, which lie on features.
static cdVec3 nextPoint(DigestWork *work, int index) {
    if (index % 2) return nextRandomVec3(&work->random);
    return cdScale(0.1, nextRandomGridPoint(&work->random, -8, 8));
}

static void digestLocation(DigestWork *work, cdLocation location) {
    digestInt(work, location.kind);
    digestInt(work, location.index);
}

static void runClassify(DigestWork *work, int index) {
    const cdMesh *mesh = nextDigestMesh(work, DIGEST_SOLIDS);
    digestLocation(work, cdClassifyPoint(mesh, nextPoint(work, index), NULL));
}

static void runSegment(DigestWork *work, int index) {
    cdSegmentPiece pieces[64];
    cdSegmentInput input = {.mesh = nextDigestMesh(work, DIGEST_SOLIDS), .pieces = pieces, .capacity = 64};
    input.p = nextPoint(work, index);
    input.q = nextPoint(work, index);
    cdSegmentPieces result = cdClassifySegment(&input, NULL);
    digestInt(work, result.count);
    for (int32_t i = 0; i < result.count; i++) {
        digestDouble(work, pieces[i].from);
        digestDouble(work, pieces[i].to);
        digestLocation(work, pieces[i].location);
    }
}

static cdWorld *createRoom(DigestWork *work) {
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    for (int i = 0; i < 12; i++) {
        cdBodyDef body = cdDefaultBodyDef();
        body.mesh = nextDigestMesh(work, DIGEST_MESHES);
        body.pose = nextDigestPose(&work->random, 4.0);
        cdAddBody(world, &body);
    }
    return world;
}

// Ten queries of each kind in a world of fixed bodies.
static void runWorldQueries(DigestWork *work, int index) {
    (void)index;
    cdWorld *world = createRoom(work);
    for (int i = 0; i < 10; i++) {
        cdWorldRayInput ray = {.origin = cdScale(5.0, nextRandomVec3(&work->random))};
        ray.direction = nextRandomDirection(&work->random);
        cdWorldRayHit hit = cdFindWorldRayHit(world, &ray);
        digestInt(work, hit.body);
        digestRayHit(work, &hit.hit);
        cdWorldPointInput point = {.point = cdScale(5.0, nextRandomVec3(&work->random))};
        cdWorldClosestPoint closest = cdFindWorldClosestPoint(world, &point);
        digestInt(work, closest.body);
        digestClosest(work, &closest.closest);
        cdWorldContactInput step = {.mesh = nextDigestMesh(work, DIGEST_MESHES),
                                    .start = nextDigestPose(&work->random, 5.0)};
        step.target = nextDigestPose(&work->random, 5.0);
        cdWorldFirstContact contact = cdFindWorldFirstContact(world, &step, work->workspace);
        digestInt(work, contact.body);
        digestDouble(work, contact.contact.t.lo);
        digestDouble(work, contact.contact.t.hi);
        digestPose(work, contact.contact.resolvedPose);
    }
    cdDestroyWorld(world);
}

const DigestKind digestPoints[] = {{"ray", 1600, runRay, NULL},
                                   {"closest-point", 1000, runClosestPoint, NULL},
                                   {"classify", 600, runClassify, NULL},
                                   {"segment", 400, runSegment, NULL},
                                   {"world-query", 20, runWorldQueries, NULL},
                                   {NULL, 0, NULL, NULL}};
