// libccd behind peer_convex.h: its GJK and its MPR, each with two support mappings of ours.
//
// libccd leaves the support mapping to its user. Scanning: all vertices, as its documentation and its users
// do. Climbing: over the hull's edges from the pair's last supporting vertex, as we do. A third variant
// starts GJK along the direction that last separated the pair. Orientations are converted to matrices once a
// call.
#include "bench/peers/peer_convex.h"
#include <ccd/ccd.h>
#include <stdlib.h>
#include <string.h>

typedef struct CcdHull {
    cdVec3 *points;
    int32_t *firstNeighbor, *neighbors; // firstNeighbor[pointCount + 1]
    int32_t pointCount;
    cdVec3 middle; // of the points: inside, which MPR needs
} CcdHull;

typedef struct CcdBody {
    const CcdHull *hull;
    cdVec3 rows[3]; // of the rotation
    cdVec3 position;
    int32_t vertex;
    cdVec3 direction; // of the last support query
} CcdBody;

static void freeHull(void *memory) {
    CcdHull *hull = memory;
    if (hull == NULL) return;
    free(hull->points);
    free(hull->firstNeighbor);
    free(hull->neighbors);
    free(hull);
}

// Each edge is in two triangles, once in each direction.
static void listNeighbors(CcdHull *hull, const PeerPoints *from) {
    for (int32_t i = 0; i < 3 * from->triangleCount; i++)
        hull->firstNeighbor[from->triangles[i] + 1]++;
    for (int32_t i = 0; i < from->pointCount; i++)
        hull->firstNeighbor[i + 1] += hull->firstNeighbor[i];
    for (int32_t i = 0; i < 3 * from->triangleCount; i++) {
        int32_t end = from->triangles[i % 3 == 2 ? i - 2 : i + 1];
        hull->neighbors[hull->firstNeighbor[from->triangles[i]]++] = end;
    }
    for (int32_t i = from->pointCount; i > 0; i--)
        hull->firstNeighbor[i] = hull->firstNeighbor[i - 1];
    hull->firstNeighbor[0] = 0;
}

static void *makeHull(const PeerPoints *from) {
    CcdHull *hull = calloc(1, sizeof *hull);
    if (hull == NULL) return NULL;
    const size_t count = (size_t)from->pointCount;
    hull->points = calloc(count, sizeof *hull->points);
    hull->firstNeighbor = calloc(count + 1, sizeof *hull->firstNeighbor);
    hull->neighbors = calloc(3 * (size_t)from->triangleCount, sizeof *hull->neighbors);
    if (hull->points == NULL || hull->firstNeighbor == NULL || hull->neighbors == NULL) {
        freeHull(hull);
        return NULL;
    }
    hull->pointCount = from->pointCount;
    memcpy(hull->points, from->points, count * sizeof *hull->points);
    for (size_t i = 0; i < count; i++)
        hull->middle = cdMulAdd(hull->middle, 1.0 / (double)count, hull->points[i]);
    listNeighbors(hull, from);
    return hull;
}

static void placeBody(CcdBody *body, const CcdHull *hull, const cdPose *pose, int32_t vertex) {
    cdVec3 x = cdRotate(pose->q, (cdVec3){1.0, 0.0, 0.0}), y = cdRotate(pose->q, (cdVec3){0.0, 1.0, 0.0});
    cdVec3 z = cdCross(x, y);
    body->hull = hull;
    body->rows[0] = (cdVec3){x.x, y.x, z.x};
    body->rows[1] = (cdVec3){x.y, y.y, z.y};
    body->rows[2] = (cdVec3){x.z, y.z, z.z};
    body->position = pose->p;
    body->vertex = vertex;
}

static cdVec3 toLocal(const CcdBody *body, cdVec3 direction) {
    cdVec3 local = cdScale(direction.x, body->rows[0]);
    return cdMulAdd(cdMulAdd(local, direction.y, body->rows[1]), direction.z, body->rows[2]);
}

static ccd_vec3_t toWorld(const CcdBody *body, cdVec3 local) {
    return (ccd_vec3_t){{cdDot(body->rows[0], local) + body->position.x,
                         cdDot(body->rows[1], local) + body->position.y,
                         cdDot(body->rows[2], local) + body->position.z}};
}

static void findByScan(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *result) {
    const CcdBody *body = object;
    const CcdHull *hull = body->hull;
    cdVec3 local = toLocal(body, (cdVec3){direction->v[0], direction->v[1], direction->v[2]});
    int32_t at = 0;
    double best = cdDot(local, hull->points[0]);
    for (int32_t i = 1; i < hull->pointCount; i++) {
        double height = cdDot(local, hull->points[i]);
        if (height <= best) continue;
        best = height;
        at = i;
    }
    *result = toWorld(body, hull->points[at]);
}

// libccd passes the object as const; the caller's own memory for the last vertex is not const.
static void findByClimb(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *result) {
    CcdBody *body = (CcdBody *)(uintptr_t)object;
    const CcdHull *hull = body->hull;
    body->direction = (cdVec3){direction->v[0], direction->v[1], direction->v[2]};
    cdVec3 local = toLocal(body, body->direction);
    int32_t at = body->vertex;
    double best = cdDot(local, hull->points[at]);
    for (int32_t next = at;; at = next) {
        for (int32_t i = hull->firstNeighbor[at]; i < hull->firstNeighbor[at + 1]; i++) {
            double height = cdDot(local, hull->points[hull->neighbors[i]]);
            if (height <= best) continue;
            best = height;
            next = hull->neighbors[i];
        }
        if (next == at) break;
    }
    body->vertex = at;
    *result = toWorld(body, hull->points[at]);
}

static void findMiddle(const void *object, ccd_vec3_t *middle) {
    const CcdBody *body = object;
    *middle = toWorld(body, body->hull->middle);
}

static ccd_t makeSettings(ccd_support_fn support) {
    ccd_t settings;
    CCD_INIT(&settings);
    settings.support1 = settings.support2 = support;
    settings.center1 = settings.center2 = findMiddle;
    settings.max_iterations = 500;
    return settings;
}

static bool gjkByScan(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                      PeerMemory *memory) {
    (void)memory;
    CcdBody bodyA, bodyB;
    placeBody(&bodyA, a, poseA, 0);
    placeBody(&bodyB, b, poseB, 0);
    ccd_t settings = makeSettings(findByScan);
    return ccdGJKIntersect(&bodyA, &bodyB, &settings) != 0;
}

static bool mprByScan(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                      PeerMemory *memory) {
    (void)memory;
    CcdBody bodyA, bodyB;
    placeBody(&bodyA, a, poseA, 0);
    placeBody(&bodyB, b, poseB, 0);
    ccd_t settings = makeSettings(findByScan);
    return ccdMPRIntersect(&bodyA, &bodyB, &settings) != 0;
}

static bool gjkByClimb(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                       PeerMemory *memory) {
    CcdBody bodyA, bodyB;
    placeBody(&bodyA, a, poseA, memory->vertexA);
    placeBody(&bodyB, b, poseB, memory->vertexB);
    ccd_t settings = makeSettings(findByClimb);
    bool collide = ccdGJKIntersect(&bodyA, &bodyB, &settings) != 0;
    memory->vertexA = bodyA.vertex;
    memory->vertexB = bodyB.vertex;
    return collide;
}

static bool mprByClimb(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                       PeerMemory *memory) {
    CcdBody bodyA, bodyB;
    placeBody(&bodyA, a, poseA, memory->vertexA);
    placeBody(&bodyB, b, poseB, memory->vertexB);
    ccd_t settings = makeSettings(findByClimb);
    bool collide = ccdMPRIntersect(&bodyA, &bodyB, &settings) != 0;
    memory->vertexA = bodyA.vertex;
    memory->vertexB = bodyB.vertex;
    return collide;
}

static void getKeptDirection(const void *a, const void *b, ccd_vec3_t *direction) {
    const CcdBody *bodyA = a, *bodyB = b;
    cdVec3 d =
        cdLengthSq(bodyA->direction) > 0.0 ? bodyA->direction : cdSub(bodyB->position, bodyA->position);
    *direction = (ccd_vec3_t){{d.x, d.y, d.z}};
}

// The last queried direction is the separating one.
static bool gjkFromKept(const void *a, const cdPose *poseA, const void *b, const cdPose *poseB,
                        PeerMemory *memory) {
    CcdBody bodyA, bodyB;
    placeBody(&bodyA, a, poseA, memory->vertexA);
    placeBody(&bodyB, b, poseB, memory->vertexB);
    bodyA.direction = memory->guess;
    ccd_t settings = makeSettings(findByClimb);
    settings.first_dir = getKeptDirection;
    bool collide = ccdGJKIntersect(&bodyA, &bodyB, &settings) != 0;
    *memory = (PeerMemory){bodyA.vertex, bodyB.vertex, bodyA.direction};
    return collide;
}

const ConvexPeer *GetCcdPeers(int32_t *count) {
    static const ConvexPeer peers[] = {
        {"libccd GJK, scan", makeHull, freeHull, gjkByScan, 1e-6},
        {"libccd GJK, climb", makeHull, freeHull, gjkByClimb, 1e-6},
        {"libccd GJK, climb, kept direction", makeHull, freeHull, gjkFromKept, 1e-6},
        {"libccd MPR, scan", makeHull, freeHull, mprByScan, 1e-4},
        {"libccd MPR, climb", makeHull, freeHull, mprByClimb, 1e-4},
    };
    *count = (int32_t)(sizeof peers / sizeof peers[0]);
    return peers;
}
