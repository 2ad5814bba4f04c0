// Profiles of two meshes about the axis of a screw; see axis_profile.h.
//
// rho is convex, so over a triangle it is greatest at a corner. It is at least the distance along any one
// direction across the axis, which is linear; the one to the triangle's nearest point is exact. (1) Bound
// each leaf's triangles. (2) Join children, from the leaves up. The work is that of a few node tests for each
// node, so it begins only when a search has already tested many.
#include "continuous/axis_profile.h"

// The functions rhoShare[i] * rho + heightShare[i] * z.
static const double rhoShare[CD_PROFILE_COUNT] = {1.0, 0.0, 1.0, 1.0};
static const double heightShare[CD_PROFILE_COUNT] = {0.0, 1.0, 1.0, -1.0};

// Tests of nodes, of triangles and, each as much as many of these, of equations, for each node before
// profiles are made.
static const int64_t testsPerNode = 16, testsPerEquation = 32;

// An axis farther away than this many sizes of the pair would take its digits from rho.
static const double farAxis = 16.0;

// The axis in the frame of the query; from a mesh's stored vertices to that frame.
typedef struct ProfileFrame {
    cdVec3 origin, axis;
    cdMat3 rotation;
    cdVec3 offset;
} ProfileFrame;

static cdAxisProfile emptyProfile(void) {
    cdAxisProfile profile;
    for (int i = 0; i < CD_PROFILE_COUNT; i++) {
        profile.lower[i] = INFINITY;
        profile.upper[i] = -INFINITY;
    }
    return profile;
}

static void joinProfile(cdAxisProfile *profile, const cdAxisProfile *other) {
    for (int i = 0; i < CD_PROFILE_COUNT; i++) {
        profile->lower[i] = cdMin(profile->lower[i], other->lower[i]);
        profile->upper[i] = cdMax(profile->upper[i], other->upper[i]);
    }
}

static void addTriangle(const cdMesh *mesh, int32_t triangle, const ProfileFrame *frame,
                        cdAxisProfile *profile) {
    double heights[3];
    cdVec3 arms[3];
    for (int k = 0; k < 3; k++) {
        cdVec3 local = mesh->vertices[mesh->triangles[3 * triangle + k]];
        cdVec3 x = cdAdd(cdMulMat3Vec3(&frame->rotation, local), frame->offset);
        cdVec3 arm = cdSub(x, frame->origin);
        heights[k] = cdDot(frame->axis, arm);
        arms[k] = cdMulAdd(arm, -heights[k], frame->axis);
    }
    cdVec3 zero = {0.0, 0.0, 0.0};
    cdVec3 outwards = cdNormalize(cdFindClosestPointTriangle(zero, arms[0], arms[1], arms[2]).onSecond);
    for (int k = 0; k < 3; k++) {
        double least = cdDot(outwards, arms[k]), most = cdLength(arms[k]);
        for (int i = 0; i < CD_PROFILE_COUNT; i++) {
            double height = heightShare[i] * heights[k];
            profile->lower[i] = cdMin(profile->lower[i], rhoShare[i] * least + height);
            profile->upper[i] = cdMax(profile->upper[i], rhoShare[i] * most + height);
        }
    }
}

// A node counts as a test. False: the search is exhausted.
static bool makeProfiles(cdSearch *search, const cdMesh *mesh, const ProfileFrame *frame,
                         cdAxisProfile *profiles) {
    const cdSphereTree *tree = &mesh->tree;
    // Children follow their parents, so a backward sweep sees them first.
    for (int32_t node = tree->nodeCount - 1; node >= 0; node--) {
        if (!cdSpendTest(search)) return false;
        const cdNodeLinks *links = &tree->links[node];
        profiles[node] = emptyProfile();
        if (links->firstChild >= 0) {
            joinProfile(&profiles[node], &profiles[links->firstChild]);
            joinProfile(&profiles[node], &profiles[links->firstChild + 1]);
        }
        for (int32_t i = 0; links->firstChild < 0 && i < links->entryCount; i++)
            addTriangle(mesh, tree->entries[links->firstEntry + i].triangle, frame, &profiles[node]);
    }
    return true;
}

void cdMakeProfilesWhenLong(cdSearch *search) {
    const cdQueryStats *stats = &search->stats;
    int64_t nodes = (int64_t)search->a->tree.nodeCount + search->b->tree.nodeCount;
    int64_t work = stats->sphereTests + stats->facePairTests + testsPerEquation * stats->cubicSolves;
    bool wanted = !search->overlapOnly && !(search->disabled & CD_DISABLE_SLABS) &&
                  search->profileScrew != search->screwIndex && work > testsPerNode * nodes;
    if (!wanted) return;
    search->profileScrew = search->screwIndex;
    const cdScrew *screw = search->screw;
    // b = g x (c - O), with c - O across the axis.
    cdVec3 arm = cdScale(screw->k2 > 0.0 ? 1.0 / screw->k2 : INFINITY, cdCross(screw->bc, screw->g));
    double size = search->a->radius + search->b->radius + cdLength(search->offsetB);
    search->hasProfiles = false;
    if (!(cdLength(arm) <= farAxis * size)) return;
    ProfileFrame moving = {cdSub(screw->c, arm), screw->u, search->rotation, search->center};
    ProfileFrame fixed = {moving.origin, moving.axis, cdMakeMat3FromQuat(cdIdentityPose().q),
                          search->offsetB};
    search->hasProfiles = makeProfiles(search, search->a, &moving, search->memory.profilesA) &&
                          makeProfiles(search, search->b, &fixed, search->memory.profilesB);
}

bool cdProfilesApart(const cdSearch *search, int32_t nodeA, int32_t nodeB) {
    if (!search->hasProfiles || search->profileScrew != search->screwIndex) return false;
    const cdAxisProfile *a = &search->memory.profilesA[nodeA], *b = &search->memory.profilesB[nodeB];
    double from = search->screw->s * search->span.tau0, to = search->screw->s * search->tauEnd;
    double slack = 2.0 * search->inflation; // rho +- z changes by up to sqrt(2) of a distance
    for (int i = 0; i < CD_PROFILE_COUNT; i++) {
        double least = cdMin(heightShare[i] * from, heightShare[i] * to);
        double most = cdMax(heightShare[i] * from, heightShare[i] * to);
        if (a->lower[i] + least > b->upper[i] + slack || a->upper[i] + most < b->lower[i] - slack)
            return true;
    }
    return false;
}
