// First contact of a rigid set of meshes; see slide_set.h.
//
// (1) Measures of the set from those of its meshes (parallel axis theorem). (2) All meshes follow the screw
// of the set, so each is tested alone. The earliest contact or undecided time is that of the set; before it
// no mesh meets anything. (3) Rounding decides, for each mesh on its own, the sense of half a turn, and if a
// turn of 90 degrees is one screw or two (motion.h). Larger turns are therefore tested in two halves, whose
// screws are the same for all meshes. (4) The set's pose at the resolved time is rounded otherwise than the
// poses of its meshes on their screws: it is tested again, and the time shortened, if need be to nothing.
// These few tests do not count against the budget. (5) The touches and the trace are those of the mesh that
// meets first, by a query of its own.
#include "contact/slide/slide_set.h"
#include "continuous/query_stats.h"
#include "continuous/sphere_sweep.h"
#include "foundation/numbers/rounding.h"
#include "solid/features/features_data.h"
#include "solid/moments.h"

#include <string.h>

enum { SHORTENINGS = 8 };

static const double PI = 3.14159265358979323846;

// --- (1)

// Converts a tensor xx, yy, zz, xy, xz, yz to the axes that q turns its own to.
static void turnTensor(const double tensor[6], cdQuat q, double turned[6]) {
    static const cdVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    cdVec3 columns[3];
    for (int i = 0; i < 3; i++) {
        cdVec3 a = cdInvRotate(q, axes[i]);
        columns[i] = cdRotate(q, (cdVec3){tensor[0] * a.x + tensor[3] * a.y + tensor[4] * a.z,
                                          tensor[3] * a.x + tensor[1] * a.y + tensor[5] * a.z,
                                          tensor[4] * a.x + tensor[5] * a.y + tensor[2] * a.z});
    }
    turned[0] = columns[0].x, turned[1] = columns[1].y, turned[2] = columns[2].z;
    turned[3] = columns[1].x, turned[4] = columns[2].x, turned[5] = columns[2].y;
}

// Returns the area of a mesh, its rounding included: exact for spheres and capsules, whose triangles have
// none.
static double getArea(const cdMesh *mesh, const cdSkin *skin) {
    double r = mesh->rounding;
    return skin->area + 4.0 * PI * r * (r + mesh->radius);
}

static cdSkin measureShape(const cdSlideInput *input, int32_t shape) {
    const cdSlideShape *own = &input->shapes[shape];
    cdSkin skin = cdMeasureSkin(own->mesh);
    skin.area = getArea(own->mesh, &skin);
    if (cdIsSamePose(own->pose, cdIdentityPose())) return skin;
    double tensor[6];
    memcpy(tensor, skin.inertia, sizeof tensor);
    turnTensor(tensor, own->pose.q, skin.inertia);
    skin.centroid = cdTransformPoint(own->pose, skin.centroid);
    return skin;
}

// Returns the common centroid. `area`: receives the area of all meshes; if they have none, all count alike.
static cdVec3 findCentroid(const cdSlideInput *input, double *area) {
    cdVec3 weighted = {0.0, 0.0, 0.0}, mean = weighted;
    *area = 0.0;
    for (int32_t i = 0; i < input->shapeCount; i++) {
        cdSkin skin = measureShape(input, i);
        weighted = cdMulAdd(weighted, skin.area, skin.centroid);
        mean = cdMulAdd(mean, 1.0 / input->shapeCount, skin.centroid);
        *area += skin.area;
    }
    return *area > 0.0 ? cdScale(1.0 / *area, weighted) : mean;
}

static double getReach(const cdSlideInput *input, int32_t shape, cdVec3 centroid) {
    const cdSlideShape *own = &input->shapes[shape];
    const cdMesh *mesh = own->mesh;
    cdVec3 center = cdTransformPoint(own->pose, mesh->center);
    return mesh->radius + mesh->rounding + cdLength(cdSub(centroid, center));
}

static cdSetMeasures measureSingle(const cdMesh *mesh) {
    cdSkin skin = cdMeasureSkin(mesh);
    cdSetMeasures measures = {.centroid = skin.centroid};
    measures.radius = mesh->radius + mesh->rounding + cdLength(cdSub(skin.centroid, mesh->center));
    memcpy(measures.inertia, skin.inertia, sizeof measures.inertia);
    return measures;
}

cdSetMeasures cdMeasureSet(const cdSlideInput *input) {
    if (cdIsSingleShape(input)) return measureSingle(input->shapes[0].mesh);
    double area;
    cdSetMeasures measures = {.centroid = findCentroid(input, &area)};
    for (int32_t i = 0; i < input->shapeCount; i++) {
        cdSkin skin = measureShape(input, i);
        double share = area > 0.0 ? skin.area / area : 1.0 / input->shapeCount, second[6] = {0.0}, distant[6];
        cdAddProducts(second, 1.0, cdSub(skin.centroid, measures.centroid));
        cdFindInertia(second, distant);
        for (int k = 0; k < 6; k++)
            measures.inertia[k] += share * (skin.inertia[k] + distant[k]);
        measures.radius = cdMax(measures.radius, getReach(input, i, measures.centroid));
    }
    return measures;
}

// --- (2)

// Tests one mesh from one pose of the set to another.
static cdFirstContact testShape(const cdSetStep *step, int32_t shape, cdPose from, cdPose to, bool reports,
                                cdWorkspace *workspace, cdTrace *trace) {
    const cdSlideInput *input = step->input;
    size_t row = cdGetSlidePairIndex(input, (cdSlidePair){shape, 0});
    cdObstaclesInput own = input->step;
    own.mesh = input->shapes[shape].mesh;
    own.start = cdPlaceSlideShape(input, shape, from);
    own.target = cdPlaceSlideShape(input, shape, to);
    if (!reports) own.touches = NULL;
    cdSharedWork work = {.meter = step->meter,
                         .caches = step->caches != NULL ? step->caches + row : NULL,
                         .near = step->near != NULL ? step->near + row : NULL,
                         .record = step->record};
    return cdFindFirstContactAmongBy(&own, &work, workspace, trace);
}

// Overlap and failure come first, then the earlier contact, then the lower index.
static bool comesBefore(const cdFirstContact *contact, const cdFirstContact *best) {
    if (contact->state == CD_FREE || best->state == CD_FREE)
        return best->state == CD_FREE && contact->state != CD_FREE;
    double time = contact->state == CD_OVERLAP ? -1.0 : contact->t.lo,
           bestTime = best->state == CD_OVERLAP ? -1.0 : best->t.lo;
    return time < bestTime;
}

// The result of a part of a step; times are fractions of the part.
typedef struct Part {
    cdPose from, to;
    cdFirstContact contact;
    int32_t shape;   // -1: free
    double resolved; // the earliest resolved time of all meshes
} Part;

static Part testPart(const cdSetStep *step, cdPose from, cdPose to, cdWorkspace *workspace) {
    Part part = {.from = from, .to = to, .shape = -1, .resolved = 1.0};
    cdFirstContact *best = &part.contact;
    *best = (cdFirstContact){.state = CD_FREE, .t = {1.0, 1.0}, .resolvedTime = 1.0, .obstacle = -1};
    cdQueryStats stats = {0};
    for (int32_t i = 0; i < step->input->shapeCount; i++) {
        cdFirstContact contact = testShape(step, i, from, to, false, workspace, NULL);
        cdAddQueryStats(&stats, &contact.stats);
        part.resolved = cdMin(part.resolved, contact.resolvedTime);
        if (comesBefore(&contact, best)) {
            *best = contact;
            part.shape = i;
        } else if (best->state == CD_FREE && contact.proxy.tested &&
                   (!best->proxy.tested || contact.proxy.gap < best->proxy.gap)) {
            best->proxy = contact.proxy;
        }
    }
    best->stats = stats;
    return part;
}

// --- (4)

static bool isShapeFree(const cdSetStep *step, int32_t shape, cdPose pose, cdMeter *meter,
                        cdWorkspace *workspace) {
    const cdObstaclesInput *input = &step->input->step;
    const cdMesh *mesh = step->input->shapes[shape].mesh;
    cdPose own = cdPlaceSlideShape(step->input, shape, pose);
    cdSphereSweep still = cdMakeStillSweep(mesh, own);
    for (int32_t i = 0; i < input->obstacleCount; i++) {
        const cdObstacle *other = &input->obstacles[i];
        cdSphereSweep placed = cdMakeStillSweep(other->mesh, other->pose);
        if (cdFindReachTime(&still, &placed, input->safetyDistance) > 0.0) continue;
        cdPairCache *cache = step->caches;
        if (cache != NULL) cache += cdGetSlidePairIndex(step->input, (cdSlidePair){shape, i});
        cdOverlapInput pair = {.meshA = mesh, .meshB = other->mesh, .poseA = own, .poseB = other->pose};
        cdOverlap overlap = cdFindOverlapBy(&pair, input->safetyDistance, meter, cache, workspace, NULL);
        if (overlap.state != CD_FREE) return false;
    }
    return true;
}

static bool isSetFree(const cdSetStep *step, cdPose pose, cdWorkspace *workspace) {
    const cdBudget *budget = &step->input->step.budget;
    cdMeter meter = cdOpenMeter(&(cdBudget){.interrupt = budget->interrupt, .context = budget->context});
    for (int32_t i = 0; i < step->input->shapeCount; i++)
        if (!isShapeFree(step, i, pose, &meter, workspace)) return false;
    return true;
}

// Sets the resolved time and pose of a contact, or of an undecided part.
static void resolve(const cdSetStep *step, Part *part, cdWorkspace *workspace) {
    cdMotion screw = cdMakeMotion(part->from, part->to, step->center);
    double time = part->contact.resolvedTime;
    cdPose pose = cdGetPoseAt(&screw, time);
    for (int i = 0; time > 0.0 && !isSetFree(step, pose, workspace); i++) {
        double shorter = i == 0 ? part->resolved : 0.5 * time;
        time = i < SHORTENINGS ? shorter : 0.0;
        pose = cdGetPoseAt(&screw, time);
    }
    part->contact.resolvedTime = time;
    part->contact.resolvedPose = pose;
}

static void leaveOverlap(const cdSetStep *step, Part *part, cdWorkspace *workspace) {
    bool leaves = isSetFree(step, step->target, workspace);
    part->contact.resolvedTime = leaves ? 1.0 : 0.0;
    part->contact.resolvedPose = leaves ? step->target : step->start;
}

// --- (5)

static void report(const cdSetStep *step, Part *part, cdWorkspace *workspace, cdTrace *trace) {
    bool touches = part->contact.state == CD_CONTACT && step->reports && step->input->step.touches != NULL;
    if (!touches && trace == NULL) return;
    int32_t shape = part->shape >= 0 ? part->shape : 0;
    cdFirstContact again = testShape(step, shape, part->from, part->to, touches, workspace, trace);
    cdAddQueryStats(&part->contact.stats, &again.stats);
    if (!touches) return;
    part->contact.touchCount = again.touchCount;
    part->contact.neededTouches = again.neededTouches;
    part->contact.truncated = again.truncated || again.state == CD_UNDECIDED;
}

static Part findOnPart(const cdSetStep *step, cdPose from, cdPose to, cdWorkspace *workspace,
                       cdTrace *trace) {
    Part part = testPart(step, from, to, workspace);
    if (part.contact.state == CD_FREE)
        part.contact.resolvedPose = to;
    else if (part.contact.state == CD_OVERLAP)
        leaveOverlap(step, &part, workspace);
    else
        resolve(step, &part, workspace);
    report(step, &part, workspace, trace);
    return part;
}

// --- (3)

// Turns fractions of a half into those of the step.
static void takeHalf(int half, cdFirstContact *contact) {
    double before = 0.5 * half;
    if (contact->state == CD_OVERLAP) return; // at the start; left for the target of the step, or not at all
    contact->t = (cdInterval){before + 0.5 * contact->t.lo, before + 0.5 * contact->t.hi};
    contact->resolvedTime = before + 0.5 * contact->resolvedTime;
}

static Part findOnHalves(const cdSetStep *step, cdPose middle, cdWorkspace *workspace, cdTrace *trace) {
    Part first = findOnPart(step, step->start, middle, workspace, trace);
    if (first.contact.state != CD_FREE) {
        takeHalf(0, &first.contact);
        return first;
    }
    Part second = findOnPart(step, middle, step->target, workspace, trace);
    cdAddQueryStats(&second.contact.stats, &first.contact.stats);
    takeHalf(1, &second.contact);
    return second;
}

cdFirstContact cdFindSetContact(const cdSetStep *step, int32_t *shape, cdWorkspace *workspace,
                                cdTrace *trace) {
    if (cdIsSingleShape(step->input)) {
        cdFirstContact contact =
            testShape(step, 0, step->start, step->target, step->reports, workspace, trace);
        *shape = contact.obstacle >= 0 ? 0 : -1;
        return contact;
    }
    int64_t before = step->meter->spent;
    cdMotion motion = cdMakeMotion(step->start, step->target, step->center);
    bool halved = motion.omega > 0.5 * PI + 1e-12;
    Part part = halved ? findOnHalves(step, cdGetPoseAt(&motion, 0.5), workspace, trace)
                       : findOnPart(step, step->start, step->target, workspace, trace);
    part.contact.stats.pairTests = step->meter->spent - before;
    *shape = part.shape;
    return part.contact;
}
