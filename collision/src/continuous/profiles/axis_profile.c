// Profiles of two meshes about the axis of a screw; see axis_profile.h.
//
// (1) Transform the vertices, then the triangles that the other mesh may come near. (2) Bound each leaf's
// triangles in angle and along four directions of the plane (rho, w). (3) Join children, from the leaves up.
// All this takes about as long as a test of two nodes for each node, so it begins only when a search has
// already tested as many.
#include "continuous/profiles/axis_profile.h"
#include "foundation/numbers/functions.h"
#include "foundation/numbers/lanes.h"

// Along rho, along w, and halfway between.
static const double rhoShares[CD_PROFILE_COUNT] = {1.0, 0.0, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1};
static const double heightShares[CD_PROFILE_COUNT] = {0.0, 1.0, 0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bcdp-1};

// Work for each node before profiles are built: for bent paths, and for straight ones, which chords bound
// well unless surfaces nearly coincide.
static const int64_t workIfBent = 4, workIfStraight = 16;

// The minimum bulge of a bent path, as a share of the larger leaf radius.
static const double minBulge = 0.01;

// The same where surfaces lie along each other: small bulges make their nodes meet, so profiles are built
// before the first test.
static const double minBulgeAlong = 0.003;

// An axis farther away than this many sizes of the pair would take its digits from rho, a greater pitch from
// the unwound heights.
static const double farAxis = 16.0;

// A mesh; `rotation` and `offset` transform its stored vertices to the frame of the query.
typedef struct PlacedMesh {
    const cdMesh *mesh;
    cdMat3 rotation;
    cdVec3 offset;
    double slide; // along the axis over the whole screw, seen from the other mesh
    cdAxisPoint *points;
    cdAxisTriangle *triangles;
    cdAxisProfile *profiles;
} PlacedMesh;

// --- (1)

// Returns the mesh's range over the whole screw, seen from the other mesh.
static cdAxisRange transformPoints(const cdAxisFrame *frame, const PlacedMesh *placed) {
    cdAxisRange range = {0.0, INFINITY, -INFINITY};
    for (int32_t i = 0; i < placed->mesh->vertexCount; i++) {
        cdVec3 x = cdAdd(cdMulMat3Vec3(&placed->rotation, placed->mesh->vertices[i]), placed->offset);
        cdAxisPoint *point = &placed->points[i];
        *point = cdMakeAxisPoint(frame, x);
        range.rhoUpper = cdMax(range.rhoUpper, point->rho);
        range.heightLower = cdMin(range.heightLower, point->height);
        range.heightUpper = cdMax(range.heightUpper, point->height);
    }
    range.heightLower += cdMin(placed->slide, 0.0);
    range.heightUpper += cdMax(placed->slide, 0.0);
    return range;
}

// `other`: range of the other mesh.
static void transformTriangles(const cdAxisFrame *frame, const PlacedMesh *placed, const cdAxisRange *other) {
    for (int32_t i = 0; i < placed->mesh->triangleCount; i++) {
        const int32_t *corners = placed->mesh->triangles + 3 * (size_t)i;
        cdAxisPoint *points[3];
        for (int k = 0; k < 3; k++)
            points[k] = &placed->points[corners[k]];
        cdMakeAxisTriangle(frame, other, points, &placed->triangles[i]);
    }
}

// --- (2)

static cdAxisProfile emptyProfile(void) {
    cdAxisProfile profile = {.angles = {INFINITY, -INFINITY}};
    for (int i = 0; i < CD_PROFILE_COUNT; i++) {
        profile.lower[i] = INFINITY;
        profile.upper[i] = -INFINITY;
    }
    return profile;
}

// Handles two directions a lane.
static void addTriangle(const cdAxisFrame *frame, const cdAxisTriangle *t, cdAxisProfile *profile) {
    if (cdIsAxisTriangleFar(t)) return;
    profile->angles[0] = cdMin(profile->angles[0], t->angleLower);
    profile->angles[1] = cdMax(profile->angles[1], t->angleUpper);
    // Directions with no height come first, so that an unbounded bend spoils no other.
    for (int i = 0; i < CD_PROFILE_COUNT; i += 2) {
        cdLanes rhoShare = cdLoadLanes(&rhoShares[i]), heightShare = cdLoadLanes(&heightShares[i]);
        cdLanes lower = cdSpreadLanes(INFINITY), upper = cdSpreadLanes(-INFINITY);
        for (int k = 0; k < 3; k++) {
            cdLanes w = cdMulLanes(heightShare, cdSpreadLanes(t->unwound[k]));
            lower = cdMinLanes(lower, cdAddLanes(cdMulLanes(rhoShare, cdSpreadLanes(t->near[k])), w));
            upper = cdMaxLanes(upper, cdAddLanes(cdMulLanes(rhoShare, cdSpreadLanes(t->rho[k])), w));
        }
        double bends[2] = {heightShares[i] != 0.0 ? fabs(heightShares[i]) * t->bend : 0.0,
                           fabs(heightShares[i + 1]) * t->bend};
        cdLanes slack = cdAddLanes(cdLoadLanes(bends), cdSpreadLanes(2.0 * frame->margin));
        cdStoreLanes(&profile->lower[i],
                     cdMinLanes(cdLoadLanes(&profile->lower[i]), cdSubLanes(lower, slack)));
        cdStoreLanes(&profile->upper[i],
                     cdMaxLanes(cdLoadLanes(&profile->upper[i]), cdAddLanes(upper, slack)));
    }
}

// --- (3)

static void joinProfile(cdAxisProfile *profile, const cdAxisProfile *other) {
    for (int i = 0; i < CD_PROFILE_COUNT; i++) {
        profile->lower[i] = cdMin(profile->lower[i], other->lower[i]);
        profile->upper[i] = cdMax(profile->upper[i], other->upper[i]);
    }
    profile->angles[0] = cdMin(profile->angles[0], other->angles[0]);
    profile->angles[1] = cdMax(profile->angles[1], other->angles[1]);
}

// Builds the profiles; each node counts as a test. False: the search is exhausted.
static bool buildProfiles(cdSearch *search, const PlacedMesh *placed) {
    const cdSphereTree *tree = &placed->mesh->tree;
    cdAxisProfile *profiles = placed->profiles;
    // Children follow their parents, so a backward loop visits them first.
    for (int32_t node = tree->nodeCount - 1; node >= 0; node--) {
        if (!cdSpendTest(search)) return false;
        const cdNodeLinks *links = &tree->links[node];
        profiles[node] = emptyProfile();
        if (links->firstChild >= 0) {
            joinProfile(&profiles[node], &profiles[links->firstChild]);
            joinProfile(&profiles[node], &profiles[links->firstChild + 1]);
        }
        for (int32_t i = 0; links->firstChild < 0 && i < links->entryCount; i++) {
            int32_t triangle = tree->entries[links->firstEntry + i].triangle;
            addTriangle(&search->axisFrame, &placed->triangles[triangle], &profiles[node]);
        }
    }
    return true;
}

static PlacedMesh placeMesh(const cdSearch *search, int index) {
    const cdSearchMemory *memory = &search->memory;
    PlacedMesh placed = {.mesh = index == 0 ? search->a : search->b,
                         .rotation = index == 0 ? search->rotation : cdMakeMat3FromQuat(cdIdentityPose().q),
                         .offset = index == 0 ? search->center : search->offsetB,
                         .slide = index == 0 ? search->screw->s : -search->screw->s,
                         .points = memory->axisPoints[index],
                         .triangles = memory->axisTriangles[index],
                         .profiles = memory->axisProfiles[index]};
    return placed;
}

// False if the axis is too far away.
static bool buildFrame(cdSearch *search) {
    const cdScrew *screw = search->screw;
    // b = g x (c - O), with c - O across the axis.
    cdVec3 arm = cdScale(screw->k2 > 0.0 ? 1.0 / screw->k2 : INFINITY, cdCross(screw->bc, screw->g));
    double size = search->a->radius + search->b->radius + cdLength(search->offsetB);
    if (!(cdLength(arm) <= farAxis * size)) return false;
    // Bounds hold for any pitch. With this one heights slip least.
    double pitch = screw->s / screw->omega;
    cdVec3 x = cdMakePerpendicular(screw->u);
    search->axisFrame = (cdAxisFrame){.origin = cdSub(screw->c, arm),
                                      .axis = screw->u,
                                      .x = x,
                                      .y = cdCross(screw->u, x),
                                      .pitch = fabs(pitch) <= farAxis * size ? pitch : 0.0,
                                      .margin = search->inflation};
    return true;
}

static bool isBent(const cdSearch *search, double share) {
    double leaf = cdMax(search->a->tree.leafRadius, search->b->tree.leafRadius);
    return cdBoundBulge(search, 1.0) > share * leaf;
}

// True if the list of near triangles shows that surfaces lie along each other: it has more pairs than a
// quarter of the number of nodes.
static bool liesAlong(const cdSearch *search, int64_t nodes) {
    return search->near != NULL && 4 * (int64_t)search->near->count > nodes;
}

int64_t cdGetProfileWork(const cdSearch *search) {
    bool never = search->overlapOnly || (search->disabled & CD_DISABLE_SLABS);
    if (never || search->profileScrew == search->screwIndex) return INT64_MAX;
    int64_t nodes = (int64_t)search->a->tree.nodeCount + search->b->tree.nodeCount;
    if (liesAlong(search, nodes) && isBent(search, minBulgeAlong)) return -1;
    return (isBent(search, minBulge) ? workIfBent : workIfStraight) * nodes;
}

void cdTryProfiles(cdSearch *search) {
    search->profileScrew = search->screwIndex;
    search->hasProfiles = false;
    if (!buildFrame(search) || !cdTakeProfileMemory(search->a, search->b, &search->memory)) return;
    PlacedMesh a = placeMesh(search, 0), b = placeMesh(search, 1);
    cdAxisRange rangeA = transformPoints(&search->axisFrame, &a),
                rangeB = transformPoints(&search->axisFrame, &b);
    transformTriangles(&search->axisFrame, &a, &rangeB);
    transformTriangles(&search->axisFrame, &b, &rangeA);
    search->hasProfiles = buildProfiles(search, &a) && buildProfiles(search, &b);
    cdUpdateAxisMotion(search);
}

// --- Two nodes

static double getSlip(const cdSearch *search, double tau) {
    const cdScrew *screw = search->screw;
    return screw->s * tau - search->axisFrame.pitch * 2.0 * cdAtan(sqrt(screw->k2) * tau);
}

// The slip has at most one extreme, where slide and turn are equally fast: s (1 + k2 tau^2) = 2 pitch k.
void cdUpdateAxisMotion(cdSearch *search) {
    if (!cdHasProfiles(search)) return;
    const cdScrew *screw = search->screw;
    double tau0 = search->span.tau0, tau1 = cdMax(tau0, search->tauEnd), k = sqrt(screw->k2);
    double slip0 = getSlip(search, tau0), slip1 = getSlip(search, tau1);
    double ratio = screw->s != 0.0 ? 2.0 * search->axisFrame.pitch * k / screw->s - 1.0 : 0.0;
    double extreme = ratio > 0.0 ? sqrt(ratio) / k : tau0;
    double slip = getSlip(search, cdMax(tau0, cdMin(tau1, extreme)));
    search->axisMotion = (cdAxisMotion){.turnLower = 2.0 * cdAtan(k * tau0),
                                        .turnUpper = 2.0 * cdAtan(k * tau1),
                                        .slipLower = cdMin(slip, cdMin(slip0, slip1)),
                                        .slipUpper = cdMax(slip, cdMax(slip0, slip1))};
}

// Handles two directions a lane.
static bool rangesApart(const cdAxisProfile *a, const cdAxisProfile *b, cdLanes slipLower,
                        cdLanes slipUpper) {
    int apart = 0;
    for (int i = 0; i < CD_PROFILE_COUNT && !apart; i += 2) {
        cdLanes share = cdLoadLanes(&heightShares[i]);
        cdLanes first = cdMulLanes(share, slipLower), last = cdMulLanes(share, slipUpper);
        cdLanes lower = cdAddLanes(cdLoadLanes(&a->lower[i]), cdMinLanes(first, last));
        cdLanes upper = cdAddLanes(cdLoadLanes(&a->upper[i]), cdMaxLanes(first, last));
        apart =
            cdLanesAbove(lower, cdLoadLanes(&b->upper[i])) | cdLanesAbove(cdLoadLanes(&b->lower[i]), upper);
    }
    return apart != 0;
}

bool cdProfilesApart(const cdSearch *search, int32_t nodeA, int32_t nodeB) {
    const cdAxisProfile *a = &search->memory.axisProfiles[0][nodeA];
    const cdAxisProfile *b = &search->memory.axisProfiles[1][nodeB];
    const cdAxisMotion *motion = &search->axisMotion;
    double shift;
    cdWinding winding = cdFindWinding(motion, search->axisFrame.pitch, a->angles, b->angles, &shift);
    if (winding == CD_WINDING_NEVER) return true;
    if (winding == CD_WINDING_MANY && search->axisFrame.pitch != 0.0)
        return a->lower[0] > b->upper[0] || a->upper[0] < b->lower[0];
    return rangesApart(a, b, cdSpreadLanes(motion->slipLower - shift),
                       cdSpreadLanes(motion->slipUpper - shift));
}

int cdFindPartedProfile(const cdSearch *search, int32_t nodeA, int32_t nodeB, double ends[2]) {
    const cdAxisProfile *a = &search->memory.axisProfiles[0][nodeA];
    const cdAxisProfile *b = &search->memory.axisProfiles[1][nodeB];
    const cdAxisMotion *motion = &search->axisMotion;
    double shift, most = -INFINITY;
    int found = 0;
    cdWinding winding = cdFindWinding(motion, search->axisFrame.pitch, a->angles, b->angles, &shift);
    bool isFar = a->angles[0] > a->angles[1] || b->angles[0] > b->angles[1];
    if (winding == CD_WINDING_NEVER || isFar) return CD_PROFILE_COUNT + 1;
    bool distancesAlone = winding == CD_WINDING_MANY && search->axisFrame.pitch != 0.0;
    for (int i = 0; i < (distancesAlone ? 1 : CD_PROFILE_COUNT); i++) {
        double first = heightShares[i] * (motion->slipLower - shift);
        double last = heightShares[i] * (motion->slipUpper - shift);
        double lower = a->lower[i] + cdMin(first, last), upper = a->upper[i] + cdMax(first, last);
        double above = lower - b->upper[i], below = b->lower[i] - upper;
        if (!(cdMax(above, below) > cdMax(most, 0.0))) continue;
        most = cdMax(above, below);
        ends[0] = above > below ? lower : upper;
        ends[1] = above > below ? b->upper[i] : b->lower[i];
        found = i + 1;
    }
    return found;
}
