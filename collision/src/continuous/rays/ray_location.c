// A ray in the frame of a mesh; see ray_triangle.h.
//
// (1) The pose is undone, which rounds, and lengths are scaled by a power of 2, which does not. From here on
// all is exact or bounded. (2) `near` is the point of the ray nearest to the mesh's centre. It is found in
// two steps, with sums and products of twice the digits: the first brings it within a rounding unit of the
// origin's distance, the second within one of the mesh's size.
#include "continuous/rays/ray_triangle.h"
#include "foundation/numbers/expansion.h"
#include "foundation/numbers/rounding.h"

static const double LARGEST = 1e100, SMALLEST = 1e-100;

double cdGetRayScale(const cdMesh *mesh) {
    if (!(mesh->radius > 0.0) || (mesh->radius >= 0x1p-16 && mesh->radius <= 0x1p64)) return 1.0;
    return ldexp(1.0, -ilogb(mesh->radius));
}

// A number of twice the digits: upper + lower.
typedef struct Twofold {
    double upper, lower;
} Twofold;

static Twofold addMultiple(Twofold a, double s, double d) {
    double productError, sumError;
    double product = cdMultiplyTwo(s, d, &productError);
    double sum = cdAddTwo(a.upper, product, &sumError);
    double lower = a.lower + sumError + productError;
    return (Twofold){sum + lower, lower - ((sum + lower) - sum)};
}

// (2)
static void findNear(cdPlacedRay *ray) {
    cdVec3 o = ray->exact.origin, d = ray->exact.direction;
    Twofold p[3] = {{o.x, 0.0}, {o.y, 0.0}, {o.z, 0.0}};
    ray->near = o;
    ray->shift[0] = ray->shift[1] = 0.0;
    if (!(cdDot(o, d) < 0.0)) return;
    for (int step = 0; step < 2; step++) {
        double s = ray->shift[step] = -cdDot(ray->near, d) / cdLengthSq(d);
        p[0] = addMultiple(p[0], s, d.x);
        p[1] = addMultiple(p[1], s, d.y);
        p[2] = addMultiple(p[2], s, d.z);
        ray->near = (cdVec3){p[0].upper, p[1].upper, p[2].upper};
    }
}

bool cdIsSizeInRange(const cdMesh *mesh, cdVec3 local) {
    return isfinite(cdSumAbs(local)) && cdMaxAbs(local) <= LARGEST &&
           (mesh->radius == 0.0 || mesh->radius >= SMALLEST);
}

// Brings the largest component of a direction into [1/2, 1). False: it is 0 or not finite.
static bool scaleDirection(cdVec3 *direction, int *exponent) {
    double largest = cdMaxAbs(*direction);
    if (!isfinite(0.25 * direction->x + 0.25 * direction->y + 0.25 * direction->z) || !(largest > 0.0))
        return false;
    int power = -ilogb(largest) - 1, half = power / 2; // 2^1074 is no double
    *direction = cdScale(ldexp(1.0, half), cdScale(ldexp(1.0, power - half), *direction));
    *exponent += power;
    return true;
}

// The direction in the mesh's frame, of the size that cdExactRay asks for.
static bool placeDirection(cdPlacedRay *ray, cdVec3 direction, cdQuat turn) {
    double largest = cdMaxAbs(direction);
    bool isRotatable = largest > 1e-200 && largest < 1e200;
    if (!isRotatable && !scaleDirection(&direction, &ray->exponent)) return false;
    direction = cdInvRotate(turn, direction);
    if (!scaleDirection(&direction, &ray->exponent)) return false;
    ray->exact.direction = direction;
    ray->length = cdLength(direction);
    return true;
}

bool cdPlaceRay(const cdRayInput *input, cdPointStats *stats, cdPlacedRay *ray) {
    const cdMesh *mesh = input->mesh;
    cdQuat turn = cdNormalizeQuat(input->pose.q);
    cdVec3 origin = cdSub(cdInvRotate(turn, cdSub(input->origin, input->pose.p)), mesh->center);
    *ray = (cdPlacedRay){.mesh = mesh, .scale = cdGetRayScale(mesh), .stats = stats}; // (1)
    if (!cdIsSizeInRange(mesh, origin) || !placeDirection(ray, input->direction, turn)) return false;
    ray->cull = input->cullBackFaces;
    ray->exact.origin = cdScale(ray->scale, origin);
    ray->maxDistance = input->maxDistance > 0.0 ? input->maxDistance * ray->scale : INFINITY;
    findNear(ray);
    double radius = mesh->radius * ray->scale;
    ray->size = radius + cdLength(ray->near) + CD_EPSILON * cdSumAbs(ray->exact.origin);
    ray->slack = 64.0 * CD_EPSILON * ray->size;
    ray->signError = 64.0 * CD_EPSILON * ray->size * ray->size;
    ray->timeError = 256.0 * CD_EPSILON * ray->size;
    ray->first = -(ray->shift[0] + ray->shift[1]);
    return true;
}
