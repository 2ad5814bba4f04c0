// Chooses the normal that separates two meshes touching at a point.
//
// Within the tolerance a motion does not determine sides: elements are close before their equation vanishes.
// So a rise by rounding turns a floor's normal over, and a wall's edge that moves across an edge within the
// floor meets it as if from the side. In doubt, normals come from the local geometry, as in [BV92 3].
//
// (1) In doubt are elements that were within 64 tolerances at the start of the screw, and edges that meet at
// an end of one. (2) Around the point each mesh is the cone of the triangles there, given by the directions
// to their corners. A normal errs by the sine with which a direction of A points below it, or one of B above.
// (3) A normal that errs by less than 0.1 is kept. (4) Otherwise the normals of the triangles there, B's and
// the negated ones of A, compete: the minimum error wins; among nearly equal errors the normal most opposed
// to the motion. Sheets have two sides.
#include "continuous/elements/touch_normal.h"
#include "foundation/numbers/rounding.h"
#include "mesh/mesh_data.h"

// A triangle around a point gives a direction or a normal: no more than MAX_NEAR of them are used. A node
// that finds no room in the stack is searched with all that is below it.
enum { MAX_AROUND = 96, MAX_NEAR = 4 * MAX_AROUND, STACK = 64 };

// In tolerances; a sine; the difference from which one sine is certainly smaller than another.
static const double REACH = 64.0, WRONG = 0.1, CERTAIN = 1e-6;

// A mesh around a point. Directions and normals beyond MAX_AROUND are dropped.
typedef struct Around {
    cdVec3 directions[3 * MAX_AROUND], normals[MAX_AROUND];
    int directionCount, normalCount;
    bool sheet; // the outside is unknown
} Around;

// Axes of A at tau, and its reference point.
typedef struct Frame {
    cdVec3 x, y, z, origin;
} Frame;

// --- (2)

static Frame getFrameA(const cdSearch *search, double tau) {
    cdVec3 at[4];
    const cdVec3 axes[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int i = 0; i < 4; i++) {
        cdVec3 x = cdAdd(cdMulMat3Vec3(&search->rotation, axes[i]), search->center);
        cdMovingPoint moving = cdMakeMovingPoint(search->screw, x);
        at[i] = cdPlaceMovingPoint(search->screw, &moving, tau);
    }
    return (Frame){cdSub(at[1], at[0]), cdSub(at[2], at[0]), cdSub(at[3], at[0]), at[0]};
}

static cdVec3 turnOut(const Frame *frame, cdVec3 v) {
    return cdMulAdd(cdMulAdd(cdScale(v.x, frame->x), v.y, frame->y), v.z, frame->z);
}

static cdVec3 turnIn(const Frame *frame, cdVec3 v) {
    return (cdVec3){cdDot(frame->x, v), cdDot(frame->y, v), cdDot(frame->z, v)};
}

// The triangles of a mesh within `reach` of the point `local`: those with the lowest indices, ascending.
typedef struct Neighbours {
    const cdMesh *mesh;
    cdVec3 local;
    double reach;
    int32_t triangles[MAX_NEAR];
    int count;
} Neighbours;

// Returns the corners of a triangle relative to the point.
static void getCorners(const Neighbours *near, int32_t triangle, cdVec3 v[3]) {
    const cdMesh *mesh = near->mesh;
    for (int k = 0; k < 3; k++)
        v[k] = cdSub(mesh->vertices[mesh->triangles[3 * (size_t)triangle + (size_t)k]], near->local);
}

// True if a box about a triangle comes within `reach` of the origin.
static bool mayReach(const cdVec3 v[3], double reach) {
    return cdMin(v[0].x, cdMin(v[1].x, v[2].x)) <= reach && cdMax(v[0].x, cdMax(v[1].x, v[2].x)) >= -reach &&
           cdMin(v[0].y, cdMin(v[1].y, v[2].y)) <= reach && cdMax(v[0].y, cdMax(v[1].y, v[2].y)) >= -reach &&
           cdMin(v[0].z, cdMin(v[1].z, v[2].z)) <= reach && cdMax(v[0].z, cdMax(v[1].z, v[2].z)) >= -reach;
}

// True if a triangle comes within reach, and gives a direction or a normal.
static bool isAround(const Neighbours *near, int32_t triangle) {
    cdVec3 v[3], origin = {0.0, 0.0, 0.0};
    double reachSq = near->reach * near->reach;
    getCorners(near, triangle, v);
    if (!mayReach(v, near->reach)) return false;
    if (cdFindClosestPointTriangle(origin, v[0], v[1], v[2]).distanceSq > reachSq) return false;
    return cdHasArea(near->mesh, triangle) || cdLengthSq(v[0]) > reachSq || cdLengthSq(v[1]) > reachSq ||
           cdLengthSq(v[2]) > reachSq;
}

// Adds a triangle unless it is there; a triangle may be in several leaves.
static void addNeighbour(Neighbours *near, int32_t triangle) {
    int at = near->count;
    while (at > 0 && near->triangles[at - 1] > triangle)
        at--;
    if (at == MAX_NEAR || (at > 0 && near->triangles[at - 1] == triangle)) return;
    int last = near->count < MAX_NEAR ? near->count++ : MAX_NEAR - 1;
    for (int i = last; i > at; i--)
        near->triangles[i] = near->triangles[i - 1];
    near->triangles[at] = triangle;
}

static void findNeighbours(Neighbours *near) {
    const cdSphereTree *tree = &near->mesh->tree;
    double slack = 64.0 * CD_EPSILON * (near->mesh->radius + cdSumAbs(near->local));
    int32_t stack[STACK], height = 0;
    stack[height++] = 0;
    while (height > 0) {
        int32_t node = stack[--height];
        cdNodeVolume volume = cdGetNodeVolume(tree, node);
        const cdNodeLinks *links = &tree->links[node];
        double radius = volume.radius + near->reach + slack;
        if (cdLengthSq(cdSub(volume.center, near->local)) > radius * radius) continue;
        if (links->firstChild >= 0 && height + 2 <= STACK) {
            stack[height++] = links->firstChild;
            stack[height++] = links->firstChild + 1;
            continue;
        }
        for (int32_t i = 0; i < links->entryCount; i++) {
            int32_t triangle = tree->entries[links->firstEntry + i].triangle;
            if (isAround(near, triangle)) addNeighbour(near, triangle);
        }
    }
}

static void addTriangle(Around *around, const Frame *frame, const cdVec3 v[3], cdVec3 normal, double reach) {
    for (int k = 0; k < 3; k++)
        if (cdLengthSq(v[k]) > reach * reach)
            around->directions[around->directionCount++] = turnOut(frame, cdNormalize(v[k]));
    if (cdLengthSq(normal) > 0.0) around->normals[around->normalCount++] = turnOut(frame, normal);
}

// Collects the triangles around a point. `point`: in the frame; `reach`: distance from the point.
static void collectAround(const cdMesh *mesh, const Frame *frame, cdVec3 point, double reach,
                          Around *around) {
    Neighbours near = {.mesh = mesh, .local = turnIn(frame, cdSub(point, frame->origin)), .reach = reach};
    around->directionCount = around->normalCount = 0;
    around->sheet = !mesh->info.closed || !mesh->info.oriented;
    findNeighbours(&near);
    for (int i = 0; i < near.count; i++) {
        cdVec3 v[3];
        if (around->directionCount > 3 * MAX_AROUND - 3 || around->normalCount == MAX_AROUND) return;
        getCorners(&near, near.triangles[i], v);
        addTriangle(around, frame, v, cdGetTriangleNormal(mesh, near.triangles[i]), reach);
    }
}

static double getError(const Around *a, const Around *b, cdVec3 normal) {
    double least = 0.0;
    for (int i = 0; i < a->directionCount; i++)
        least = cdMin(least, cdDot(normal, a->directions[i]));
    for (int i = 0; i < b->directionCount; i++)
        least = cdMin(least, -cdDot(normal, b->directions[i]));
    return -least;
}

// --- (1)

static bool isAtEnd(cdVec3 point, cdVec3 from, cdVec3 to, double reach) {
    return cdMin(cdLengthSq(cdSub(point, from)), cdLengthSq(cdSub(point, to))) <= reach * reach;
}

static bool isInDoubt(const cdSearch *search, cdContactKind kind, const cdElementPair *pair, double root,
                      cdVec3 point, double reach) {
    if (cdFindClosestElements(search->screw, pair, 0.0).distanceSq <= reach * reach) return true;
    if (kind != CD_EDGE_EDGE) return false;
    return isAtEnd(point, pair->fixed[0], pair->fixed[1], reach) ||
           isAtEnd(point, cdPlaceMovingPoint(search->screw, &pair->moving[0], root),
                   cdPlaceMovingPoint(search->screw, &pair->moving[1], root), reach);
}

// --- (4)

// Returns the motion of A's point there over a little of the step.
static cdVec3 getMotion(const cdSearch *search, const Frame *frame, double root, cdVec3 point) {
    double little = root < 0.5 ? 0x1p-20 : -0x1p-20;
    cdVec3 local = turnIn(frame, cdSub(point, frame->origin));
    Frame other = getFrameA(search, root + little);
    cdVec3 moved = cdAdd(other.origin, turnOut(&other, local));
    return cdScale(1.0 / little, cdSub(moved, point));
}

typedef struct Choice {
    cdVec3 normal;
    double error, along; // along: against the motion if < 0
} Choice;

static void tryNormal(const Around *a, const Around *b, cdVec3 normal, cdVec3 motion, Choice *best) {
    double error = getError(a, b, normal), along = cdDot(normal, motion);
    bool less = error < best->error - CERTAIN;
    bool same = error <= best->error + CERTAIN && along < best->along;
    if (less || same) *best = (Choice){normal, error, along};
}

static void tryNormals(const Around *a, const Around *b, const Around *of, double sign, cdVec3 motion,
                       Choice *best) {
    for (int i = 0; i < of->normalCount; i++) {
        tryNormal(a, b, cdScale(sign, of->normals[i]), motion, best);
        if (of->sheet) tryNormal(a, b, cdScale(-sign, of->normals[i]), motion, best);
    }
}

cdVec3 cdMendNormal(const cdSearch *search, cdContactKind kind, const cdElementPair *pair, double root,
                    cdVec3 point, cdVec3 normal) {
    double reach = REACH * search->tolerance.distance;
    if (!isInDoubt(search, kind, pair, root, point, reach)) return normal;
    Around a, b;
    Frame frameA = getFrameA(search, root);
    Frame frameB = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, search->offsetB};
    collectAround(search->a, &frameA, point, reach, &a);
    collectAround(search->b, &frameB, point, reach, &b);
    cdVec3 motion = getMotion(search, &frameA, root, point);
    Choice own = {normal, getError(&a, &b, normal), cdDot(normal, motion)};
    if (own.error < WRONG) return normal;
    Choice best = own;
    tryNormals(&a, &b, &b, 1.0, motion, &best);
    tryNormals(&a, &b, &a, -1.0, motion, &best);
    return best.error < own.error - CERTAIN ? best.normal : normal;
}
