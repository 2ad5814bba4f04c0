// Errors: all errors of the library, and how a program continues after them.
//
// There are three kinds. Bad data: a create function returns NULL with a report. A limit, or an invalid input
// of a query: the result is CD_UNDECIDED with a `reason`. A programmer's error: the assertion hook is called;
// if it returns, the call returns an empty or undecided result.
#include "common.h"

// --- Hooks: memory that can run out, and assertions that are counted

typedef struct Hooks {
    int blocksLeft; // allocations that still succeed; below 0: any number
    int blockCount; // allocated and not yet freed
    int assertCount;
} Hooks;

static void *allocate(size_t byteCount, void *context) {
    Hooks *hooks = (Hooks *)context;
    if (hooks->blocksLeft == 0) return NULL;
    void *memory = malloc(byteCount);
    if (hooks->blocksLeft > 0) hooks->blocksLeft--;
    if (memory) hooks->blockCount++;
    return memory;
}

static void release(void *memory, void *context) {
    ((Hooks *)context)->blockCount--;
    free(memory);
}

static void assertFailed(const char *condition, const char *file, int line, void *context) {
    (void)condition; // a program would log all three
    (void)file;
    (void)line;
    ((Hooks *)context)->assertCount++;
}

// --- Bad data

// The first `triangleCount` triangles of a box, one of its numbers replaced: a coordinate of point 2, or the
// second corner of triangle 1.
static cdMesh *makeFlawedBox(double coordinate, int32_t corner, int32_t triangleCount, cdMeshReport *report) {
    cdVec3 corners[8];
    int32_t triangles[36];
    for (int i = 0; i < 8; i++)
        corners[i] = cdMakeVec3(i & 4, i & 2, i & 1);
    corners[2].y = coordinate;
    memcpy(triangles, boxTriangles, sizeof triangles);
    triangles[4] = corner;
    cdMeshDef def = cdDefaultMeshDef();
    def.points = corners;
    def.pointCount = 8;
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.parts = CD_PART_SOLID;
    return cdCreateMesh(&def, report);
}

static void refuseBadData(void) {
    cdMeshReport report;
    expect(!makeFlawedBox(NAN, 2, 12, &report), "no mesh of a NaN");
    expect(report.error == CD_BUILD_NOT_FINITE && report.errorPoint == 2, "the point with the NaN");
    printf("mesh: %s, point %d\n", cdGetBuildErrorName(report.error), (int)report.errorPoint);
    cdDestroyMeshReport(&report);

    expect(!makeFlawedBox(2.0, 8, 12, &report), "no mesh of a bad index");
    expect(report.error == CD_BUILD_BAD_INDEX && report.errorTriangle == 1, "the triangle with the index");
    printf("mesh: %s, triangle %d\n", cdGetBuildErrorName(report.error), (int)report.errorTriangle);
    cdDestroyMeshReport(&report);

    expect(!makeFlawedBox(2.0, 2, 0, &report) && report.error == CD_BUILD_NO_TRIANGLES, "no empty mesh");
    cdDestroyMeshReport(&report);

    // Open meshes are accepted, but enclose no solid. The reports list the open edges.
    cdMesh *open = makeFlawedBox(2.0, 2, 10, &report);
    expect(open && !(cdGetMeshInfo(open).parts & CD_PART_SOLID), "a mesh without a solid");
    expect(report.error == CD_BUILD_OK && report.countOfKind[CD_DEFECT_OPEN_EDGE] == 4, "four open edges");
    expect(report.solid.error == CD_BUILD_OPEN && report.solid.defectCount > 0, "a reason for no solid");
    printf("solid: %s, %d %ss\n", cdGetBuildErrorName(report.solid.error), (int)report.solid.defectCount,
           cdGetDefectName(report.solid.defects[0].kind));
    cdDestroyMeshReport(&report);
    cdDestroyMesh(open);

    const cdVec3 point = cdMakeVec3(0.0, INFINITY, 0.0);
    cdConvexDef def = CD_ZERO;
    cdConvexReport hull;
    def.points = &point;
    def.pointCount = 1;
    expect(!cdCreateConvex(&def, &hull) && hull.error == CD_BUILD_NOT_FINITE, "no hull of an infinity");
}

// --- Undecided queries

// A box falls onto another one of the same size, 2 across.
static cdFirstContactInput makeFall(const cdMesh *box) {
    cdFirstContactInput input = CD_ZERO;
    input.meshA = input.meshB = box;
    input.startA = placeAt(0.0, 3.0, 0.0);
    input.targetA = placeAt(0.3, 1.0, 0.2);
    input.startB = cdIdentityPose();
    return input;
}

static void expectReason(const cdFirstContactInput *input, cdWorkspace *workspace, cdReason reason) {
    cdFirstContact found = cdFindFirstContact(input, NULL, workspace, NULL);
    printf("first contact: %s, %s\n", cdGetStateName(found.state), cdGetReasonName(found.reason));
    expect(found.state == (reason ? CD_UNDECIDED : CD_CONTACT), "the state");
    expect(found.reason == reason, cdGetReasonName(reason));
}

static void refuseBadInput(const cdMesh *box, cdWorkspace *workspace) {
    cdFirstContactInput input = makeFall(box);
    input.targetA.p.y = NAN;
    expectReason(&input, workspace, CD_REASON_NOT_FINITE);

    input = makeFall(box);
    input.startA.q.w = 2.0;
    expectReason(&input, workspace, CD_REASON_NOT_UNIT);
    input.startA.q = cdNormalizeQuat(input.startA.q);
    expectReason(&input, workspace, CD_REASON_NONE);

    input.margin = -1e-3;
    expectReason(&input, workspace, CD_REASON_INPUT);
}

static void buildMissingParts(cdMesh *box, cdWorkspace *workspace) {
    static cdContactRegion regions[64];
    static cdVec3 points[256];
    cdRegionsInput input = CD_ZERO;
    input.meshA = input.meshB = box;
    input.poseA = placeAt(0.0, 2.0, 0.0);
    input.poseB = cdIdentityPose();
    input.regions = regions;
    input.regionCapacity = 64;
    input.points = points;
    input.pointCapacity = 256;
    cdContactRegions found = cdFindContactRegions(&input, NULL, workspace, NULL);
    printf("regions: %s, %s\n", cdGetStateName(found.state), cdGetReasonName(found.reason));
    expect(found.state == CD_UNDECIDED && found.reason == CD_REASON_NO_PART, "regions need the features");

    expect(cdBuildMeshParts(box, CD_PART_FEATURES, NULL), "the features");
    found = cdFindContactRegions(&input, NULL, workspace, NULL);
    expect(found.state == CD_CONTACT && !found.truncated, "regions");
    int32_t all = found.regionCount;

    input.regionCapacity = 1; // arrays that are too small
    found = cdFindContactRegions(&input, NULL, workspace, NULL);
    expect(found.truncated && found.regionCount <= 1, "truncated regions");
    printf("regions: %d, truncated to %d\n", (int)all, (int)found.regionCount);
}

// --- Limits

static bool stopAtOnce(void *context) {
    ++*(int *)context;
    return true;
}

// A sheet of 32 by 32 cells on [-1, 1]^2 whose vertices are at height 0 and 0.05, like those of an egg box.
static cdMesh *makeSheet(void) {
    enum { CELLS = 32, SIDE = CELLS + 1 };
    static cdVec3 points[SIDE * SIDE];
    static int32_t triangles[2 * CELLS * CELLS][3];
    for (int i = 0; i < SIDE * SIDE; i++)
        points[i] = cdMakeVec3(i / SIDE * 0.0625 - 1.0, (i & 1) * 0.05, i % SIDE * 0.0625 - 1.0);
    for (int32_t i = 0; i < 2 * CELLS * CELLS; i++) {
        int32_t cell = i / 2, corner = cell / CELLS * SIDE + cell % CELLS;
        triangles[i][0] = corner;
        triangles[i][1] = corner + (i % 2 ? 1 : SIDE + 1);
        triangles[i][2] = corner + (i % 2 ? SIDE + 1 : SIDE);
    }
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = SIDE * SIDE;
    def.triangles = triangles[0];
    def.triangleCount = 2 * CELLS * CELLS;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    expect(mesh != NULL, "a sheet");
    return mesh;
}

// A step in several calls of bounded work: each continues from the free part with a fresh budget.
static void continueAfterBudget(cdFirstContactInput input, cdWorkspace *workspace) {
    input.budget.maxPairTests = 300;
    expectReason(&input, workspace, CD_REASON_BUDGET);
    cdFirstContact found;
    int calls = 0;
    do {
        found = cdFindFirstContact(&input, NULL, workspace, NULL);
        input.startA = found.resolvedPose;
        input.budget.maxPairTests *= 2; // at least as much as the query takes at its start
    } while (found.state == CD_UNDECIDED && ++calls < 32);
    printf("first contact: %s after %d more calls\n", cdGetStateName(found.state), calls);
    expect(found.state == CD_CONTACT && calls > 0, "contact in the end");
    expectNear(found.point.y, 1.0, 1e-6, "height of the contact");
}

static void interrupt(cdFirstContactInput input, cdWorkspace *workspace) {
    int calls = 0;
    input.budget.interrupt = stopAtOnce; // a program would check its clock
    input.budget.context = &calls;
    expectReason(&input, workspace, CD_REASON_INTERRUPTED);
    expect(calls == 1, "one call of the interrupt");
}

static void overfillArrays(const cdMesh *box, cdWorkspace *workspace) {
    cdTouch touches[1];
    cdTraceEvent events[2];
    cdTrace trace = CD_ZERO;
    trace.events = events;
    trace.eventCapacity = 2;
    cdFirstContactInput input = makeFall(box);
    input.touches = touches;
    input.touchCapacity = 1;
    cdFirstContact found = cdFindFirstContact(&input, NULL, workspace, &trace);
    expect(found.state == CD_CONTACT && found.truncated && found.touchCount == 1, "truncated touches");
    expect(trace.truncated && trace.eventCount == 2, "a truncated trace");

    int32_t pairs[2];
    cdOverlapInput overlap = CD_ZERO;
    overlap.meshA = overlap.meshB = box;
    overlap.poseA = placeAt(0.5, 0.5, 0.5);
    overlap.poseB = cdIdentityPose();
    overlap.trianglePairs = pairs;
    overlap.pairCapacity = 1;
    cdOverlap shared = cdFindOverlap(&overlap, NULL, workspace, NULL);
    expect(shared.state == CD_OVERLAP && shared.truncated, "truncated pairs");
    printf("truncated: touches, trace, pairs\n");
}

// --- No memory

static void runOutOfMemory(const cdFirstContactInput *input, Hooks *hooks) {
    cdMeshReport report;
    cdWorkspaceNeed need = CD_ZERO;
    need.meshes = &input->meshA;
    need.meshCount = 1;
    cdWorkspace *workspace = cdCreateWorkspace();
    hooks->blocksLeft = 0;
    expect(!cdCreateWorkspace(), "no workspace");
    expect(!makeFlawedBox(2.0, 2, 12, &report) && report.error == CD_BUILD_OUT_OF_MEMORY, "no mesh");
    printf("mesh: %s, %s\n", cdGetBuildErrorName(report.error), report.byteCount > 0 ? "bytes known" : "");
    cdDestroyMeshReport(&report);

    expect(workspace && !cdReserveWorkspace(workspace, &need), "a workspace that cannot grow");
    expectReason(input, workspace, CD_REASON_WORKSPACE);

    hooks->blocksLeft = -1; // memory is available again: the same workspace works
    expectReason(input, workspace, CD_REASON_NONE);
    cdDestroyWorkspace(workspace);
}

// --- Programmer's errors

static void callWithNull(const cdMesh *box, cdWorkspace *workspace, Hooks *hooks) {
    cdFirstContactInput input = makeFall(box);
    expectReason(NULL, workspace, CD_REASON_INPUT);
    expectReason(&input, NULL, CD_REASON_INPUT);
    input.meshB = NULL;
    expectReason(&input, workspace, CD_REASON_INPUT);
    expect(hooks->assertCount == 3, "an assertion each");
    expect(!cdCreateMesh(NULL, NULL) && cdGetMeshInfo(NULL).vertexCount == 0, "empty results");
    expect(hooks->assertCount == 5, "two more");
    cdDestroyMesh(NULL); // allowed, as free(NULL)
    cdDestroyWorkspace(NULL);
    expect(hooks->assertCount == 5, "none for NULL that is allowed");
    printf("assertions: %d\n", hooks->assertCount);
}

int main(void) {
    uint32_t wrongSize = 1;
    expect(cdIsCompatible(), "the library that these headers belong to");
    expect(!cdHasStructSizes(&wrongSize, 1), "other headers are refused");

    Hooks state = {-1, 0, 0};
    cdHooks hooks = {assertFailed, allocate, release, &state};
    cdSetHooks(&hooks); // before any mesh exists
    cdMesh *box = makeBox(1.0, 1.0, 1.0, CD_PART_HULL);
    cdWorkspace *workspace = cdCreateWorkspace();
    expect(workspace != NULL, "a workspace");

    refuseBadData();
    refuseBadInput(box, workspace);
    buildMissingParts(box, workspace);
    cdMesh *sheet = makeSheet();
    cdFirstContactInput fall = makeFall(box);
    fall.meshA = sheet;
    fall.targetA = placeAt(0.0, 0.0, 0.0);
    continueAfterBudget(fall, workspace);
    interrupt(fall, workspace);
    overfillArrays(box, workspace);
    expect(state.assertCount == 0, "no assertion for data and limits");
    runOutOfMemory(&fall, &state);
    callWithNull(box, workspace, &state);

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(sheet);
    cdDestroyMesh(box);
    expect(state.blockCount == 0, "all memory freed");
    return 0;
}
