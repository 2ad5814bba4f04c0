// Contact points: their gap at any poses, its rate, and the points of a first contact.
//
// Input: a point fixed in one body and a plane fixed in the other, or a line fixed in each, and both poses.
// Output: gap = n . (a - b) for a of A and b of B, where n is the plane's normal or the unit vector of
// eA x eB, or of eB x eA where the lines have turned past each other since the contact; so it is exact for
// infinite planes and lines [BV92 2.2]. Points that keep a distance have the offsets subtracted; for a point
// near a point or a line, the gap is their distance and n its direction.
// (1) The gap's rate is n . (vA - vB), both taken at the point itself, or for lines anywhere on their common
// perpendicular. (2) Tangents: a fixed frame turned by the shortest rotation from its third axis to the
// normal. (3) The elements of a first contact give the plane or the lines more exactly than its point and
// normal, as long as these agree. Positions are subtracted before rotation, for accuracy far from the origin.
#include "world/contacts/contact_point.h"

#include "mesh/shapes/closest.h"

// Minimum cosine between normals that count as the same.
static const double SAME_COSINE = 0.9999;
// Cosine between eA x eB and the normal at the contact, below which the lines have turned past each other.
static const double TURNED = -0.5;
// BORDER: a point this close to an element's end, as a fraction of its length, is at its end. SAME_PLANE: for
// the normals of triangles in one plane.
static const double BORDER = 1e-6, SAME_PLANE = 1e-6;

// A contact point in world axes, at positions relative to B's.
typedef struct Turned {
    cdVec3 a, b, between; // between: a - b
    cdVec3 edgeA, edgeB, cross;
    cdVec3 normal;
    bool crosses; // normal from crossing edges; else it is fixed in a body
    double gap;   // along the normal, less the offsets
} Turned;

static cdVec3 dropAlong(cdVec3 v, cdVec3 unit) {
    return cdMulAdd(v, -cdDot(v, unit), unit);
}

// A point near a point or a line: takes their closest points.
static void turnAround(const cdContactPoint *point, cdPose poseA, cdPose poseB, Turned *t) {
    cdVec3 alongA = cdRotate(poseA.q, point->edgeA), alongB = cdRotate(poseB.q, point->edgeB);
    cdVec3 shortest = dropAlong(dropAlong(t->between, alongA), alongB);
    double distance = cdLength(shortest);
    if (cdLengthSq(alongA) > 0.0)
        t->a = cdAdd(t->b, shortest);
    else
        t->b = cdSub(t->a, shortest);
    t->between = shortest;
    t->normal = distance > 0.0 ? cdScale(1.0 / distance, shortest) : cdRotate(poseB.q, point->normal);
    t->gap = distance - (point->offsets.a + point->offsets.b);
}

static Turned turn(const cdContactPoint *point, cdPose poseA, cdPose poseB) {
    Turned t = {.b = cdRotate(poseB.q, point->localB)};
    cdVec3 ownA = cdRotate(poseA.q, point->localA), apart = cdSub(poseA.p, poseB.p);
    t.a = cdAdd(ownA, apart);
    t.between = cdAdd(cdSub(ownA, t.b), apart);
    if (point->kind == CD_POINT_AROUND) {
        turnAround(point, poseA, poseB, &t);
        return t;
    }
    if (point->kind == CD_EDGE_ON_EDGE) {
        t.edgeA = cdRotate(poseA.q, point->edgeA);
        t.edgeB = cdRotate(poseB.q, point->edgeB);
        t.cross = cdCross(t.edgeA, t.edgeB);
        if (cdDot(t.cross, cdRotate(poseB.q, point->normal)) < TURNED * cdLength(t.cross)) {
            t.edgeB = cdNegate(t.edgeB);
            t.cross = cdNegate(t.cross);
        }
        t.normal = cdNormalize(t.cross);
        t.crosses = cdLengthSq(t.cross) > 1e-12;
    }
    if (!t.crosses) t.normal = cdRotate(point->kind == CD_PLANE_ON_POINT ? poseA.q : poseB.q, point->normal);
    t.gap = cdDot(t.normal, t.between) - (point->offsets.a + point->offsets.b);
    return t;
}

// Returns the midpoint of the common perpendicular of both lines.
static cdVec3 findCrossing(const Turned *t) {
    if (!t->crosses) return cdLerp(t->a, t->b, 0.5);
    double sineSq = cdLengthSq(t->cross);
    double atA = -cdDot(cdCross(t->between, t->edgeB), t->cross) / sineSq;
    double atB = -cdDot(cdCross(t->between, t->edgeA), t->cross) / sineSq;
    return cdLerp(cdMulAdd(t->a, atA, t->edgeA), cdMulAdd(t->b, atB, t->edgeB), 0.5);
}

cdPlacedPoint cdPlacePoint(const cdContactPoint *point, cdPose poseA, cdPose poseB) {
    Turned t = turn(point, poseA, poseB);
    const cdPointOffsets *offsets = &point->offsets;
    cdVec3 at;
    if (point->kind == CD_POINT_ON_PLANE)
        at = cdMulAdd(t.a, -offsets->a, t.normal);
    else if (point->kind == CD_PLANE_ON_POINT)
        at = cdMulAdd(t.b, offsets->b, t.normal);
    else
        at = cdMulAdd(findCrossing(&t), 0.5 * (offsets->b - offsets->a), t.normal);
    return (cdPlacedPoint){cdAdd(at, poseB.p), t.normal, t.gap};
}

double cdGetPointGap(const cdContactPoint *point, cdPose poseA, cdPose poseB) {
    return turn(point, poseA, poseB).gap;
}

// --- (1)

static cdVec3 getVelocity(const cdMoving *body, cdVec3 point) {
    return cdAdd(body->velocity, cdCross(body->angular, cdSub(point, body->centroid)));
}

double cdGetGapRate(const cdPlacedPoint *placed, const cdMoving *a, const cdMoving *b) {
    return cdDot(placed->normal, cdSub(getVelocity(a, placed->point), getVelocity(b, placed->point)));
}

// --- (2)

void cdMakeTangents(cdVec3 normal, cdVec3 tangents[2]) {
    static const cdVec3 frame[3] = {{0.8, -0.6, 0.0}, {0.48, 0.64, -0.6}, {0.36, 0.48, 0.8}};
    double cosine = cdDot(frame[2], normal), sign = cosine < -0.9999 ? -1.0 : 1.0;
    cdVec3 axis = cdMulAdd(cdScale(sign, frame[2]), 1.0, normal);
    for (int i = 0; i < 2; i++)
        tangents[i] = cdMulAdd(frame[i], -cdDot(frame[i], normal) / (1.0 + sign * cosine), axis);
    // If turned to the opposite of the third axis, the frame is left-handed.
    tangents[1] = cdScale(sign, tangents[1]);
}

// --- (3)

static cdVec3 getMeshPoint(const cdMesh *mesh, int32_t vertex) {
    return cdAdd(mesh->vertices[vertex], mesh->center);
}

// Finds the plane of a triangle below a vertex. `normal`: in the triangle's frame, to the vertex or away.
static bool findPlane(const cdMesh *mesh, int32_t triangle, cdVec3 near, cdVec3 *normal, cdVec3 *onPlane) {
    cdVec3 own = cdGetTriangleNormal(mesh, triangle);
    double cosine = cdDot(own, *normal);
    if (!(fabs(cosine) >= SAME_COSINE)) return false;
    cdVec3 corner = getMeshPoint(mesh, mesh->triangles[3 * triangle]);
    *normal = cosine < 0.0 ? cdNegate(own) : own;
    *onPlane = cdMulAdd(near, -cdDot(own, cdSub(near, corner)), own);
    return true;
}

static bool isNearSide(cdVec3 p, cdVec3 a, cdVec3 b) {
    return cdGetSegmentDistanceSq(p, a, b) <= BORDER * BORDER * cdLengthSq(cdSub(b, a));
}

static cdVec3 findClosestOnTriangle(const cdMesh *mesh, int32_t triangle, cdVec3 p, bool *atBorder) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    cdVec3 a = getMeshPoint(mesh, corners[0]), b = getMeshPoint(mesh, corners[1]),
           c = getMeshPoint(mesh, corners[2]);
    cdVec3 foot = cdFindClosestPointTriangle(p, a, b, c).onSecond;
    *atBorder = isNearSide(foot, a, b) || isNearSide(foot, b, c) || isNearSide(foot, c, a);
    return foot;
}

static void setVertexOverFace(cdContactPoint *made, const cdMesh *meshA, const cdMesh *meshB, cdVec3 point,
                              cdPose relativeA) {
    made->localA = getMeshPoint(meshA, made->locationA.index);
    cdVec3 vertex = cdTransformPoint(relativeA, made->localA);
    made->localB = findClosestOnTriangle(meshB, made->locationB.index, vertex, &made->atBorder);
    findPlane(meshB, made->locationB.index, point, &made->normal, &made->localB);
}

static void setFaceOverVertex(cdContactPoint *made, const cdMesh *meshA, const cdMesh *meshB, cdVec3 point,
                              cdPose relativeA) {
    cdVec3 normal = cdInvRotate(relativeA.q, made->normal), near = cdInvTransformPoint(relativeA, point);
    made->localB = getMeshPoint(meshB, made->locationB.index);
    cdVec3 vertex = cdInvTransformPoint(relativeA, made->localB);
    made->localA = findClosestOnTriangle(meshA, made->locationA.index, vertex, &made->atBorder);
    if (!findPlane(meshA, made->locationA.index, near, &normal, &made->localA)) return;
    made->kind = CD_PLANE_ON_POINT;
    made->normal = normal;
}

// True if an edge is a seam between two triangles in one plane: contacts are with the plane, not the edge.
static bool findSeamNormal(const cdMesh *mesh, int32_t edge, cdVec3 *normal) {
    int32_t count = 0;
    for (int32_t side = 0; side < 3 * mesh->triangleCount; side++) {
        if (mesh->triangleEdges[side] != edge) continue;
        cdVec3 own = cdGetTriangleNormal(mesh, side / 3);
        if (++count == 1) *normal = own;
        if (count > 1 && cdLengthSq(cdSub(*normal, own)) > SAME_PLANE * SAME_PLANE) return false;
    }
    return count == 2 && cdLengthSq(*normal) > 0.0;
}

// Two edges at the contact, in B's frame.
typedef struct EdgePair {
    cdVec3 a[2], b[2];
} EdgePair;

// Returns a value above 0 if an edge is on the normal's side of the plane through a point; `otherwise` if the
// edge is in the plane.
static double findSide(cdVec3 normal, cdVec3 point, const cdVec3 edge[2], double otherwise) {
    double height = cdDot(normal, cdAdd(cdSub(edge[0], point), cdSub(edge[1], point)));
    return fabs(height) > CD_STABLE_SINE * cdLength(cdSub(edge[1], edge[0])) ? height : otherwise;
}

static bool setSeam(cdContactPoint *made, const cdMesh *meshA, const cdMesh *meshB, const EdgePair *edges,
                    cdQuat turnA) {
    cdVec3 own;
    if (findSeamNormal(meshB, made->locationB.index, &own)) {
        double side = findSide(own, edges->b[0], edges->a, cdDot(own, made->normal));
        made->normal = side < 0.0 ? cdNegate(own) : own;
        return true;
    }
    if (!findSeamNormal(meshA, made->locationA.index, &own)) return false;
    cdVec3 turned = cdRotate(turnA, own);
    double side = findSide(turned, edges->a[0], edges->b, -cdDot(turned, made->normal));
    made->kind = CD_PLANE_ON_POINT;
    made->normal = side > 0.0 ? cdNegate(own) : own;
    return true;
}

static bool isNearEnd(cdVec3 p, cdVec3 a, cdVec3 b) {
    double reachSq = BORDER * BORDER * cdLengthSq(cdSub(b, a));
    return cdLengthSq(cdSub(p, a)) <= reachSq || cdLengthSq(cdSub(p, b)) <= reachSq;
}

static void setEdges(cdContactPoint *made, const cdMesh *meshA, const cdMesh *meshB, cdPose relativeA) {
    EdgePair e;
    for (int i = 0; i < 2; i++) {
        cdVec3 local = getMeshPoint(meshA, meshA->edges[2 * made->locationA.index + i]);
        e.a[i] = cdTransformPoint(relativeA, local);
        e.b[i] = getMeshPoint(meshB, meshB->edges[2 * made->locationB.index + i]);
    }
    cdClosest closest = cdFindClosestSegments(e.a[0], e.a[1], e.b[0], e.b[1]);
    made->localA = cdInvTransformPoint(relativeA, closest.onFirst);
    made->localB = closest.onSecond;
    made->atBorder =
        isNearEnd(closest.onFirst, e.a[0], e.a[1]) || isNearEnd(closest.onSecond, e.b[0], e.b[1]);
    if (setSeam(made, meshA, meshB, &e, relativeA.q)) return;
    cdVec3 alongA = cdNormalize(cdSub(e.a[1], e.a[0])), alongB = cdNormalize(cdSub(e.b[1], e.b[0]));
    cdVec3 cross = cdCross(alongA, alongB);
    double cosine = cdDot(cdNormalize(cross), made->normal);
    if (!(cdLength(cross) >= CD_STABLE_SINE && fabs(cosine) >= SAME_COSINE)) return;
    made->kind = CD_EDGE_ON_EDGE;
    made->edgeA = cdInvRotate(relativeA.q, alongA);
    made->edgeB = cosine < 0.0 ? cdNegate(alongB) : alongB;
}

cdContactPoint cdMakeTouchPoint(const cdTouch *touch, const cdMesh *meshA, const cdMesh *meshB,
                                cdPose relativeA) {
    cdContactPoint made = {.kind = CD_POINT_ON_PLANE,
                           .normal = touch->normal,
                           .featureA = touch->featureA.kind,
                           .featureB = touch->featureB.kind,
                           .locationA = {CD_LOCATION_UNDECIDED, touch->featureA.index},
                           .locationB = {CD_LOCATION_UNDECIDED, touch->featureB.index},
                           .corner = (int32_t)touch->kind};
    if (touch->kind == CD_VERTEX_FACE) setVertexOverFace(&made, meshA, meshB, touch->point, relativeA);
    if (touch->kind == CD_FACE_VERTEX) setFaceOverVertex(&made, meshA, meshB, touch->point, relativeA);
    if (touch->kind == CD_EDGE_EDGE) setEdges(&made, meshA, meshB, relativeA);
    return made;
}
