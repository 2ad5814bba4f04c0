// Brute-force first contact; see oracle_contact.h.
#include "oracle/oracle_contact.h"

#include <stdlib.h>

// Two triangles count as touching at this fraction of the meshes' size, far below the resolution of doubles
// and far above rounding in long double, and at some roundings of the largest coordinate. Rounding moves a
// point by less than a thousandth of that, which tilts the direction between two points at a distance d by a
// thousandth of gap / d.
static const Real ORACLE_GAP = 1e-15L, ORACLE_ROUNDING = 4e-18L, ROUNDING_SHARE = 1e-3L;
enum { STEP_MAX = 3000, SLICE_COUNT = 32 };

static Real clampUnit(Real s) {
    return s < 0.0L ? 0.0L : s > 1.0L ? 1.0L : s;
}

static Real smallerReal(Real a, Real b) {
    return a < b ? a : b;
}

static Real largerReal(Real a, Real b) {
    return a > b ? a : b;
}

// The shortest vector found from b to a.
typedef struct Gap {
    RealVec3 apart;
    Real sq;
} Gap;

static void offerGap(Gap *gap, RealVec3 apart) {
    Real sq = dotReal(apart, apart);
    if (sq < gap->sq) *gap = (Gap){apart, sq};
}

// Offers the vector from the segment to the point, times `sense`.
static void offerPointSegment(Gap *gap, RealVec3 p, RealVec3 a, RealVec3 b, Real sense) {
    RealVec3 edge = subReal(b, a), toP = subReal(p, a);
    Real lengthSq = dotReal(edge, edge);
    Real s = lengthSq > 0.0L ? clampUnit(dotReal(toP, edge) / lengthSq) : 0.0L;
    offerGap(gap, scaleReal(sense, subReal(toP, scaleReal(s, edge))));
}

// Inner closest points of segments that are not parallel; ends against segments cover all other cases.
static void offerSegments(Gap *gap, RealVec3 a0, RealVec3 a1, RealVec3 b0, RealVec3 b1) {
    RealVec3 u = subReal(a1, a0), v = subReal(b1, b0), r = subReal(b0, a0), n = crossReal(u, v);
    Real nn = dotReal(n, n);
    if (!(nn > 0.0L)) return;
    Real s = dotReal(crossReal(r, v), n) / nn, m = dotReal(crossReal(r, u), n) / nn;
    if (s <= 0.0L || s >= 1.0L || m <= 0.0L || m >= 1.0L) return;
    offerGap(gap, subReal(addReal(a0, scaleReal(s, u)), addReal(b0, scaleReal(m, v))));
}

// A triangle's edges and its normal, of any length, with the length's square.
typedef struct Face {
    RealVec3 edges[3], normal;
    Real normalSq;
} Face;

static Face makeFace(const RealVec3 t[3]) {
    Face face;
    for (int k = 0; k < 3; k++)
        face.edges[k] = subReal(t[(k + 1) % 3], t[k]);
    face.normal = crossReal(face.edges[0], subReal(t[2], t[0]));
    face.normalSq = dotReal(face.normal, face.normal);
    return face;
}

// Applies only if p projects into the triangle; its sides are covered by the segments.
static void offerPointFace(Gap *gap, RealVec3 p, const RealVec3 t[3], const Face *face, Real sense) {
    if (!(face->normalSq > 0.0L)) return;
    for (int k = 0; k < 3; k++) {
        if (dotReal(crossReal(face->edges[k], subReal(p, t[k])), face->normal) < 0.0L) return;
    }
    Real height = dotReal(subReal(p, t[0]), face->normal) / face->normalSq;
    offerGap(gap, scaleReal(sense * height, face->normal));
}

Real GetTriangleDistance(const RealVec3 a[3], const RealVec3 b[3], RealVec3 *apart) {
    Gap gap = {.sq = HUGE_VALL};
    Face faceA = makeFace(a), faceB = makeFace(b);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            offerPointSegment(&gap, a[i], b[k], b[(k + 1) % 3], 1.0L);
            offerPointSegment(&gap, b[i], a[k], a[(k + 1) % 3], -1.0L);
            offerSegments(&gap, a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]);
        }
        offerPointFace(&gap, a[i], b, &faceB, 1.0L);
        offerPointFace(&gap, b[i], a, &faceA, -1.0L);
    }
    if (apart != NULL) *apart = gap.apart;
    return sqrtl(gap.sq);
}

static bool doesSegmentCross(RealVec3 p, RealVec3 q, const RealVec3 t[3]) {
    RealVec3 n = crossReal(subReal(t[1], t[0]), subReal(t[2], t[0]));
    Real above = dotReal(subReal(p, t[0]), n), below = dotReal(subReal(q, t[0]), n);
    if ((above > 0.0L) == (below > 0.0L) || above == below) return false;
    RealVec3 x = addReal(p, scaleReal(above / (above - below), subReal(q, p)));
    for (int k = 0; k < 3; k++) {
        if (dotReal(crossReal(subReal(t[(k + 1) % 3], t[k]), subReal(x, t[k])), n) < 0.0L) return false;
    }
    return true;
}

bool DoTrianglesCross(const RealVec3 a[3], const RealVec3 b[3]) {
    for (int k = 0; k < 3; k++) {
        if (doesSegmentCross(a[k], a[(k + 1) % 3], b) || doesSegmentCross(b[k], b[(k + 1) % 3], a))
            return true;
    }
    return false;
}

OracleMesh MakeOracleMesh(const cdMesh *mesh) {
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    OracleMesh copy = {.center = toReal(info.center),
                       .pointCount = info.vertexCount,
                       .triangles = info.triangles,
                       .triangleCount = info.triangleCount};
    copy.points = malloc((size_t)copy.pointCount * sizeof *copy.points);
    if (copy.points == NULL) return (OracleMesh){0};
    for (int32_t i = 0; i < copy.pointCount; i++)
        copy.points[i] = toReal(info.vertices[i]);
    return copy;
}

void FreeOracleMesh(OracleMesh *mesh) {
    free(mesh->points);
    *mesh = (OracleMesh){0};
}

// Returns the vector from B's position to its centre, in the world's axes.
static RealVec3 getArm(const OracleMesh *b, cdPose poseB) {
    RealPose turn = MakeRealPose(poseB, poseB.p);
    return TransformReal(&turn, b->center);
}

OracleScene MakeOracleScene(const OracleMesh *a, cdPose start, cdPose target, const OracleMesh *b,
                            cdPose poseB) {
    OracleScene scene = {MakeOracleMotion(start, target, poseB.p), MakeRealPose(poseB, poseB.p)};
    RecenterOracleMotion(&scene.motion, a->center, getArm(b, poseB));
    return scene;
}

RealVec3 GetOraclePoint(const OracleMesh *b, cdPose poseB, cdVec3 world) {
    return subReal(subReal(toReal(world), toReal(poseB.p)), getArm(b, poseB));
}

// A triangle of one mesh with its bounding sphere, and bounds on the motion of its points; 0 for the fixed
// mesh.
typedef struct Ball {
    RealVec3 corners[3]; // local frame for A, the scene's frame for B
    RealVec3 center;
    Real radius, speed, acceleration;
} Ball;

static Ball makeBall(const OracleMesh *mesh, int32_t triangle, const RealPose *pose,
                     const OracleMotion *motion) {
    Ball ball = {0};
    for (int k = 0; k < 3; k++) {
        RealVec3 corner = mesh->points[mesh->triangles[3 * triangle + k]];
        ball.corners[k] = pose != NULL ? TransformReal(pose, corner) : corner;
        ball.center = addReal(ball.center, scaleReal(1.0L / 3.0L, ball.corners[k]));
        if (motion == NULL) continue;
        ball.speed = largerReal(ball.speed, BoundOracleSpeed(motion, corner));
        ball.acceleration = largerReal(ball.acceleration, BoundOracleAcceleration(motion, corner));
    }
    for (int k = 0; k < 3; k++) {
        ball.radius = largerReal(ball.radius, lengthReal(subReal(ball.corners[k], ball.center)));
    }
    return ball;
}

static Ball *makeBalls(const OracleMesh *mesh, const RealPose *pose, const OracleMotion *motion) {
    Ball *balls = malloc((size_t)mesh->triangleCount * sizeof *balls);
    if (balls == NULL) abort();
    for (int32_t i = 0; i < mesh->triangleCount; i++)
        balls[i] = makeBall(mesh, i, pose, motion);
    return balls;
}

static void placeCorners(const Ball *ball, const RealPose *pose, RealVec3 placed[3]) {
    for (int k = 0; k < 3; k++)
        placed[k] = TransformReal(pose, ball->corners[k]);
}

// Returns the extent of the points from the first one, and from the frame's origin.
static Real getSize(const OracleMesh *mesh, Real *reach) {
    Real size = 0.0L;
    for (int32_t i = 0; i < mesh->pointCount; i++) {
        size = largerReal(size, lengthReal(subReal(mesh->points[i], mesh->points[0])));
        *reach = largerReal(*reach, lengthReal(mesh->points[i]));
    }
    return size;
}

// Returns the maximum speed at which a corner of A approaches along the direction `away` from B.
static Real getApproach(const OracleTwist *twist, const RealVec3 corners[3], RealVec3 away) {
    Real fastest = -HUGE_VALL;
    for (int k = 0; k < 3; k++)
        fastest = largerReal(fastest, -dotReal(getTwistVelocity(twist, corners[k]), away));
    return fastest;
}

// Returns the largest h with w h + c h^2 / 2 <= d.
static Real getSafeStep(Real d, Real w, Real c) {
    Real root = sqrtl(w * w + 2.0L * c * d);
    if (w > 0.0L) return 2.0L * d / (w + root);
    return c > 0.0L ? (root - w) / c : HUGE_VALL;
}

// Returns the speed at which the pair approached at t, and the direction, by a difference over a short time
// before.
static Real getApproachBefore(const Ball *a, const Ball *b, const OracleMotion *motion, Real t,
                              RealVec3 *normal) {
    Real h = smallerReal(1e-6L, 0.5L * t), distances[2];
    *normal = (RealVec3){0.0L, 0.0L, 0.0L};
    if (!(h > 0.0L)) return 0.0L;
    for (int k = 0; k < 2; k++) {
        RealPose pose = GetOraclePoseAt(motion, t - h * k);
        RealVec3 corners[3], apart;
        placeCorners(a, &pose, corners);
        distances[k] = GetTriangleDistance(corners, b->corners, &apart);
        if (k == 1 && distances[k] > 0.0L) *normal = scaleReal(1.0L / distances[k], apart);
    }
    return (distances[1] - distances[0]) / h;
}

static void setContact(const Ball *a, const Ball *b, const OracleMotion *motion, Real t,
                       OracleContact *result) {
    Real approach = getApproachBefore(a, b, motion, t, &result->normal);
    result->state = CD_CONTACT;
    result->t = (double)t;
    result->approachSpeed = (double)approach;
    result->speed = (double)a->speed;
    result->accuracy = approach > 0.0L ? result->gap / (double)approach : 1.0;
    result->degenerate = approach < 1e-3L * a->speed;
}

// Advances a pair from `t`, with the moving frame at `pose`, to `end` or past it; returns the time up to
// which it is free.
static Real advancePair(const Ball *a, const Ball *b, const OracleMotion *motion, Real t, Real end,
                        RealPose pose, OracleContact *result) {
    Real seam = GetOracleSeam(motion);
    for (int step = 0; step < STEP_MAX; step++) {
        RealVec3 corners[3], apart;
        placeCorners(a, &pose, corners);
        Real distance = GetTriangleDistance(corners, b->corners, &apart);
        result->minDistance = fmin(result->minDistance, (double)distance);
        if (distance <= (Real)result->gap) {
            setContact(a, b, motion, t, result);
            return t;
        }
        OracleTwist twist = GetOracleTwist(motion, t, &pose);
        Real tilt = ROUNDING_SHARE * (Real)result->gap / distance;
        Real approach = getApproach(&twist, corners, scaleReal(1.0L / distance, apart)) + tilt * a->speed;
        Real safe = getSafeStep(distance, approach, a->acceleration);
        if (t < seam && t + safe > seam) safe = seam - t; // the acceleration bound ends there
        t += safe;
        if (t >= end) return t;
        pose = GetOraclePoseAt(motion, t);
    }
    result->gaveUp = true;
    return end;
}

// The step divided into slices of time, none across the seam of two sub-screws, with poses shared by all
// pairs.
typedef struct Slices {
    RealPose from[SLICE_COUNT + 1], middle[SLICE_COUNT];
} Slices;

static void makeSlices(const OracleMotion *motion, Slices *slices) {
    for (int k = 0; k < SLICE_COUNT; k++) {
        slices->from[k] = GetOraclePoseAt(motion, (Real)k / SLICE_COUNT);
        slices->middle[k] = GetOraclePoseAt(motion, ((Real)k + 0.5L) / SLICE_COUNT);
    }
    slices->from[SLICE_COUNT] = GetOraclePoseAt(motion, 1.0L);
}

// The triangles of both meshes, and for each pair the time up to which it is free.
typedef struct Pairs {
    const Ball *ballsA, *ballsB;
    int32_t countA, countB;
    Real *freeTo; // countA x countB
} Pairs;

// Advances one triangle of A against all of B through slice s: there it stays in a sphere about its middle
// position.
static void advanceTriangle(const Pairs *pairs, int32_t i, const OracleMotion *motion, const Slices *slices,
                            int s, OracleContact *result) {
    const Ball *a = &pairs->ballsA[i];
    RealVec3 center = TransformReal(&slices->middle[s], a->center);
    Real radius = a->radius + 0.5L * a->speed / SLICE_COUNT;
    for (int32_t k = 0; k < pairs->countB; k++) {
        const Ball *b = &pairs->ballsB[k];
        RealVec3 between = subReal(center, b->center);
        Real reach = (radius + b->radius) * 1.001L;
        if (dotReal(between, between) > reach * reach) continue;
        Real *freeTo = &pairs->freeTo[(size_t)i * (size_t)pairs->countB + (size_t)k];
        Real start = largerReal((Real)s / SLICE_COUNT, *freeTo);
        Real end = smallerReal((Real)(s + 1) / SLICE_COUNT, (Real)result->t);
        if (start > 0.0L && start >= end) continue;
        RealPose pose = start == *freeTo ? GetOraclePoseAt(motion, start) : slices->from[s];
        *freeTo = advancePair(a, b, motion, start, end, pose, result);
    }
}

// Slice by slice: nothing after the slice of the first contact is tested.
static void advanceMeshes(Pairs *pairs, const OracleMotion *motion, OracleContact *result) {
    Slices slices;
    makeSlices(motion, &slices);
    pairs->freeTo = calloc((size_t)pairs->countA * (size_t)pairs->countB, sizeof *pairs->freeTo);
    if (pairs->freeTo == NULL) abort();
    for (int s = 0; s < SLICE_COUNT && result->t >= (double)s / SLICE_COUNT; s++) {
        for (int32_t i = 0; i < pairs->countA; i++)
            advanceTriangle(pairs, i, motion, &slices, s, result);
    }
    free(pairs->freeTo);
}

static bool crossesAtStart(const Ball *a, const Ball *b, const RealPose *start) {
    RealVec3 between = subReal(TransformReal(start, a->center), b->center), corners[3];
    if (lengthReal(between) > a->radius + b->radius) return false;
    placeCorners(a, start, corners);
    return DoTrianglesCross(corners, b->corners);
}

static bool meshesCrossAtStart(const OracleMesh *a, const Ball *ballsA, const OracleMesh *b,
                               const Ball *ballsB, const RealPose *start) {
    for (int32_t i = 0; i < a->triangleCount; i++) {
        for (int32_t k = 0; k < b->triangleCount; k++) {
            if (crossesAtStart(&ballsA[i], &ballsB[k], start)) return true;
        }
    }
    return false;
}

OracleContact FindOracleContact(const OracleMesh *a, cdPose start, cdPose target, const OracleMesh *b,
                                cdPose poseB) {
    OracleScene scene = MakeOracleScene(a, start, target, b, poseB);
    const OracleMotion *motion = &scene.motion;
    Real reach = lengthReal(motion->start.p);
    Real size = getSize(a, &reach) + getSize(b, &reach);
    OracleContact result = {.state = CD_FREE, .t = 1.0, .minDistance = HUGE_VAL};
    result.gap = (double)(ORACLE_GAP * size + ORACLE_ROUNDING * reach);
    Ball *ballsA = makeBalls(a, NULL, motion), *ballsB = makeBalls(b, &scene.fixed, NULL);
    if (meshesCrossAtStart(a, ballsA, b, ballsB, &motion->start)) {
        result.state = CD_OVERLAP;
    } else {
        advanceMeshes(&(Pairs){ballsA, ballsB, a->triangleCount, b->triangleCount, NULL}, motion, &result);
        if (result.state == CD_CONTACT && result.t == 0.0) result.state = CD_OVERLAP;
        result.degenerate = result.degenerate || result.gaveUp;
    }
    if (result.state == CD_OVERLAP) result.t = result.minDistance = 0.0;
    free(ballsA);
    free(ballsB);
    return result;
}

// Returns how far the points p are all on one side of the triangle's plane; at most 0 if they are not.
static Real getGapFromPlane(const RealVec3 t[3], const RealVec3 p[3]) {
    RealVec3 n = crossReal(subReal(t[1], t[0]), subReal(t[2], t[0]));
    Real nn = dotReal(n, n), least = HUGE_VALL, most = -HUGE_VALL;
    for (int k = 0; k < 3; k++) {
        Real height = dotReal(subReal(p[k], t[0]), n);
        least = smallerReal(least, height);
        most = largerReal(most, height);
    }
    return nn > 0.0L ? largerReal(least, -most) / sqrtl(nn) : 0.0L;
}

// True if their planes show that the triangles are farther apart than `distance`, by more than rounding.
static bool areFarther(const Ball *a, const Ball *b, Real distance) {
    Real gap = largerReal(getGapFromPlane(a->corners, b->corners), getGapFromPlane(b->corners, a->corners));
    return gap > 1.001L * distance && gap > 1e-3L * (a->radius + b->radius);
}

static Real getPairDistance(const Ball *a, const Ball *b) {
    return DoTrianglesCross(a->corners, b->corners) ? 0.0L
                                                    : GetTriangleDistance(a->corners, b->corners, NULL);
}

static Real getCenterDistanceSq(const Ball *a, const Ball *b) {
    RealVec3 between = subReal(a->center, b->center);
    return dotReal(between, between);
}

// Returns the distance of the pair with the nearest centres: a bound that dismisses most others.
static Real getFirstDistance(const Ball *ballsA, int32_t countA, const Ball *ballsB, int32_t countB) {
    Real nearest = HUGE_VALL;
    int32_t pair[2] = {0, 0};
    for (int32_t i = 0; i < countA; i++) {
        for (int32_t k = 0; k < countB; k++) {
            Real apartSq = getCenterDistanceSq(&ballsA[i], &ballsB[k]);
            if (apartSq >= nearest) continue;
            nearest = apartSq;
            pair[0] = i, pair[1] = k;
        }
    }
    return getPairDistance(&ballsA[pair[0]], &ballsB[pair[1]]);
}

static double findDistance(const OracleMesh *a, const RealPose *poseA, const OracleMesh *b,
                           const RealPose *poseB) {
    Ball *ballsA = makeBalls(a, poseA, NULL), *ballsB = makeBalls(b, poseB, NULL);
    Real best = getFirstDistance(ballsA, a->triangleCount, ballsB, b->triangleCount);
    for (int32_t i = 0; i < a->triangleCount && best > 0.0L; i++) {
        for (int32_t k = 0; k < b->triangleCount; k++) {
            Real reach = (best + ballsA[i].radius + ballsB[k].radius) * 1.001L;
            if (getCenterDistanceSq(&ballsA[i], &ballsB[k]) > reach * reach) continue;
            if (areFarther(&ballsA[i], &ballsB[k], best)) continue;
            best = smallerReal(best, getPairDistance(&ballsA[i], &ballsB[k]));
        }
    }
    free(ballsA);
    free(ballsB);
    return (double)best;
}

double FindOracleDistance(const OracleMesh *a, cdPose poseA, const OracleMesh *b, cdPose poseB) {
    OracleScene scene = MakeOracleScene(a, poseA, poseA, b, poseB);
    return findDistance(a, &scene.motion.start, b, &scene.fixed);
}

double FindOracleDistanceBeside(const OracleMesh *a, cdPose start, cdPose target, double t, RealVec3 shift,
                                const OracleMesh *b, cdPose poseB) {
    OracleScene scene = MakeOracleScene(a, start, target, b, poseB);
    RealPose moving = GetOraclePoseAt(&scene.motion, t);
    moving.p = addReal(moving.p, shift);
    return findDistance(a, &moving, b, &scene.fixed);
}

double FindOracleDistanceAt(const OracleMesh *a, cdPose start, cdPose target, double t, const OracleMesh *b,
                            cdPose poseB) {
    return FindOracleDistanceBeside(a, start, target, t, (RealVec3){0.0L, 0.0L, 0.0L}, b, poseB);
}
