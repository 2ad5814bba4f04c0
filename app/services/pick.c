// Picks objects by a ray: first the sphere tree, then triangles.
//
// The ray is transformed to the mesh's frame. A node is opened if the ray meets its sphere before the best
// hit so far.
#include "services/pick.h"

typedef struct Ray {
    cdVec3 origin, direction; // local frame, unit
    double best;              // distance of the nearest hit so far
} Ray;

static bool meetsSphere(const Ray *ray, cdVec3 center, double radius) {
    cdVec3 d = cdSub(center, ray->origin);
    double along = cdDot(d, ray->direction);
    double apartSq = cdLengthSq(d) - along * along;
    return apartSq <= radius * radius * (1.0 + 1e-9) && along + radius >= 0.0 && along - radius <= ray->best;
}

// Intersection by Moeller and Trumbore; hits both sides.
static void hitTriangle(Ray *ray, cdVec3 a, cdVec3 b, cdVec3 c) {
    cdVec3 ab = cdSub(b, a), ac = cdSub(c, a), p = cdCross(ray->direction, ac);
    double det = cdDot(ab, p);
    if (det == 0.0) return;
    cdVec3 s = cdSub(ray->origin, a), q = cdCross(s, ab);
    double u = cdDot(s, p) / det, v = cdDot(ray->direction, q) / det, t = cdDot(ac, q) / det;
    if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < ray->best) ray->best = t;
}

static void hitLeaf(Ray *ray, const cdMesh *mesh, cdVec3 center, int32_t node) {
    enum { LEAF_MAX = 4096 };
    int32_t leafTriangles[LEAF_MAX];
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    const int32_t *triangles = info.triangles;
    const cdVec3 *vertices = info.vertices;
    int32_t count = cdGetLeafTriangles(mesh, node, leafTriangles, LEAF_MAX);
    for (int32_t i = 0; i < count && i < LEAF_MAX; ++i) {
        const int32_t *t = triangles + 3 * (size_t)leafTriangles[i];
        hitTriangle(ray, cdAdd(vertices[t[0]], center), cdAdd(vertices[t[1]], center),
                    cdAdd(vertices[t[2]], center));
    }
}

static void hitMesh(Ray *ray, const StageObject *object) {
    enum { STACK_MAX = 256 }; // ample, since the trees are balanced
    int32_t stack[STACK_MAX] = {0}, count = 1;
    while (count > 0) {
        int32_t node = stack[--count];
        cdSphereNode sphere = cdGetSphereNode(object->mesh, node);
        if (!meetsSphere(ray, sphere.center, sphere.radius)) continue;
        if (sphere.firstChild < 0) {
            hitLeaf(ray, object->mesh, object->info.center, node);
        } else if (count + 2 <= STACK_MAX) {
            stack[count++] = sphere.firstChild;
            stack[count++] = sphere.firstChild + 1;
        }
    }
}

static int32_t pick(const Stage *stage, cdVec3 origin, cdVec3 direction, bool solidOnly, double *distance) {
    int32_t picked = -1;
    *distance = INFINITY;
    for (int32_t i = 0; i < stage->objectCount; ++i) {
        const StageObject *object = &stage->objects[i];
        if (object->hidden || !IsObjectPresent(object) || (solidOnly && object->transparent)) continue;
        Ray ray = {cdInvTransformPoint(object->pose, origin), cdInvRotate(object->pose.q, direction),
                   *distance};
        hitMesh(&ray, object);
        if (ray.best < *distance) {
            *distance = ray.best;
            picked = i;
        }
    }
    return picked;
}

int32_t PickObject(const Stage *stage, cdVec3 origin, cdVec3 direction, double *distance) {
    return pick(stage, origin, direction, false, distance);
}

int32_t PickSeenObject(const Stage *stage, cdVec3 origin, cdVec3 direction, double *distance) {
    int32_t picked = pick(stage, origin, direction, true, distance);
    return picked >= 0 ? picked : pick(stage, origin, direction, false, distance);
}
