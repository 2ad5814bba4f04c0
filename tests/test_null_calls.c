// NULL instead of an object: every public function reports it to the assertion hook and returns.
#include "collision/collision.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int reportCount, wrongCount;

static void countReport(const char *condition, const char *file, int line, void *context) {
    (void)condition;
    (void)file;
    (void)line;
    (void)context;
    reportCount++;
}

static void expectReports(bool expected, const char *call) {
    if ((reportCount > 0) != expected) {
        print_error("%s: %d reports\n", call, reportCount);
        wrongCount++;
    }
    reportCount = 0;
}

#define IS_REPORTED(call) (call, expectReports(true, #call))
#define IS_SILENT(call)   (call, expectReports(false, #call)) // documented: accepts NULL

// Red: a function that reads through NULL, or accepts it silently.
static void testNullIsReported(void **state) {
    (void)state;
    const cdPose pose = cdIdentityPose();
    const cdVec3 zero = {0.0, 0.0, 0.0};
    const cdBoxPair pair = {.kind = CD_NO_CONTACT};
    const cdLocation location = {.index = -1};
    cdSetHooks(&(cdHooks){.assertFailed = countReport});
    // base.h
    // boxes.h
    IS_REPORTED(cdGetBoxEdgeEnds(0, NULL));
    IS_REPORTED((void)cdFindBoxContact(NULL, NULL));
    IS_REPORTED((void)cdFindBoxParts(NULL, NULL));
    IS_REPORTED(cdGetBoxesAt(NULL, 0.0, NULL, NULL));
    // classify.h
    IS_REPORTED((void)cdClassifyPoint(NULL, zero, NULL));
    IS_REPORTED((void)cdGetLocationId(NULL, location));
    IS_REPORTED((void)cdClassifySegment(NULL, NULL));
    IS_REPORTED(cdClassifyRegions(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdGetIndexNode(NULL, 0));
    // convex.h
    IS_REPORTED((void)cdCreateConvex(NULL, NULL));
    IS_SILENT(cdDestroyConvex(NULL));
    IS_REPORTED((void)cdGetConvexInfo(NULL));
    IS_REPORTED((void)cdFindSupportVertex(NULL, zero, CD_SUPPORT_SCAN, 0));
    IS_REPORTED((void)cdFindSeparatingVector(NULL, NULL, NULL));
    // culling.h
    IS_REPORTED((void)cdGetMotionVelocity(NULL, 0.0));
    IS_REPORTED(cdCullBackFaces(NULL, pose, NULL, NULL));
    // distance.h
    IS_REPORTED((void)cdFindDistance(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdFindDistanceAmong(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdFindClosestPoint(NULL, NULL, NULL, NULL));
    // draw.h
    IS_REPORTED(cdDrawFirstContact(NULL, NULL, NULL, pose, 0.0));
    IS_REPORTED(cdDrawPathContact(NULL, NULL, NULL, 0.0));
    IS_REPORTED(cdDrawPathClearance(NULL, NULL));
    IS_REPORTED(cdDrawProxy(NULL, NULL, 0.0));
    IS_REPORTED(cdDrawContactRegion(NULL, NULL, NULL, 0, 0.0));
    IS_REPORTED(cdDrawTrace(NULL, NULL, NULL));
    IS_REPORTED(cdDrawTraceEvent(NULL, NULL, NULL));
    IS_REPORTED(cdDescribeTrace(NULL, NULL, NULL, 0));
    IS_REPORTED(cdDrawSphereTree(NULL, NULL, pose, 0));
    IS_REPORTED(cdDrawHull(NULL, NULL, pose));
    IS_REPORTED(cdDrawPaths(NULL, NULL, NULL, 0));
    IS_REPORTED(cdDrawMotion(NULL, NULL, NULL, 0));
    IS_REPORTED(cdDrawWorld(NULL, NULL, 0.0));
    IS_REPORTED(cdDescribeFeature((cdFeature){0}, NULL, 1));
    IS_REPORTED(cdDrawLocation(NULL, NULL, pose, location));
    IS_REPORTED(cdDescribeLocation(NULL, location, NULL, 0));
    IS_REPORTED(cdDrawSegmentPieces(NULL, pose, NULL, NULL));
    IS_REPORTED(cdDrawIndexPlanes(NULL, NULL, pose, 0));
    IS_REPORTED(cdDrawIndexCell(NULL, NULL, pose, zero));
    IS_REPORTED(cdDrawCulling(NULL, NULL, pose, NULL));
    IS_REPORTED(cdDrawMinkowskiSum(NULL, NULL, NULL, pair));
    IS_REPORTED(cdDrawBoxPath(NULL, NULL, 0));
    IS_REPORTED(cdDrawOrientationSphere(NULL, NULL, NULL, pair, zero));
    IS_REPORTED(cdDescribeBoxPair(pair, NULL, 1));
    // mesh.h
    IS_REPORTED((void)cdCreateMesh(NULL, NULL));
    IS_REPORTED((void)cdBuildMeshParts(NULL, 0, NULL));
    IS_REPORTED((void)cdBuildWatchedMeshParts(NULL, 0, NULL, NULL));
    IS_SILENT(cdDestroyMesh(NULL));
    IS_SILENT((void)cdCreateSphere(zero, -1.0, NULL));
    IS_REPORTED((void)cdCreateCapsule(NULL, 1.0, NULL));
    IS_SILENT(cdDestroyMeshReport(NULL));
    IS_REPORTED((void)cdGetMeshInfo(NULL));
    IS_REPORTED((void)cdGetSphereNode(NULL, 0));
    IS_REPORTED((void)cdGetLeafTriangles(NULL, 0, NULL, 0));
    IS_REPORTED(cdSuggestLeafRadii(NULL, 1, NULL));
    // motion.h
    IS_REPORTED((void)cdGetPoseAt(NULL, 0.0));
    IS_REPORTED((void)cdGetTimeFromTau(NULL, 0.0));
    // path.h
    IS_REPORTED((void)cdFindPathContact(NULL, NULL, NULL));
    IS_REPORTED((void)cdFindPathClearance(NULL, NULL));
    IS_REPORTED(cdFindPathContacts(NULL, NULL, NULL));
    // plan.h
    IS_REPORTED((void)cdPlanPath(NULL, NULL));
    IS_REPORTED((void)cdFindTrap(NULL, NULL));
    // mechanism.h
    IS_REPORTED((void)cdGetLinkPoses(NULL, NULL, NULL));
    IS_REPORTED((void)cdSweepMechanism(NULL, NULL));
    IS_REPORTED((void)cdFindMechanismClearance(NULL, NULL));
    // mechanism_path.h
    IS_REPORTED((void)cdGetJointValues(NULL, 0.0, NULL));
    IS_REPORTED((void)cdFindMechanismContact(NULL, NULL));
    // query.h
    IS_REPORTED((void)cdFindFirstContact(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdFindOverlap(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdFindFirstContactAmong(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdFindOverlapAmong(NULL, NULL, NULL, NULL));
    IS_REPORTED((void)cdFindLinearContact(NULL));
    // ray.h
    IS_REPORTED((void)cdFindRayHit(NULL, NULL, NULL, NULL));
    // regions.h
    IS_REPORTED((void)cdFindContactRegions(NULL, NULL, NULL, NULL));
    // slide.h
    IS_REPORTED((void)cdFindSlide(NULL, NULL, NULL, NULL));
    // solid.h
    IS_REPORTED((void)cdGetSolidInfo(NULL));
    IS_REPORTED((void)cdGetSolidVertex(NULL, 0));
    IS_REPORTED((void)cdGetSolidEdge(NULL, 0));
    IS_REPORTED((void)cdGetSolidFace(NULL, 0));
    IS_REPORTED(cdGetSolidLoop(NULL, 0, 0, NULL));
    // features.h
    IS_REPORTED((void)cdGetFeaturesInfo(NULL));
    IS_REPORTED((void)cdGetFeatureAt(NULL, location));
    // broad_phase.h
    IS_SILENT(cdDestroyBroadPhase(NULL));
    IS_REPORTED((void)cdSetBroadPhaseBox(NULL, 0, NULL));
    IS_REPORTED((void)cdUpdateBroadPhase(NULL));
    // batches.h
    IS_REPORTED(cdFindFirstContacts(NULL, NULL, NULL));
    IS_REPORTED(cdFindSlides(NULL, NULL, NULL));
    IS_REPORTED(cdFindDistances(NULL, NULL, NULL));
    IS_REPORTED(cdFindOverlaps(NULL, NULL, NULL));
    IS_REPORTED(cdFindRayHits(NULL, NULL, NULL));
    IS_REPORTED(cdFindClosestPoints(NULL, NULL, NULL));
    IS_REPORTED(cdClassifyPoints(NULL, NULL, NULL));
    // state.h
    IS_SILENT((void)cdIsFlagSet(NULL));
    // trace.h
    IS_REPORTED((void)cdEvaluateTrace(NULL, 0.0));
    // vecmath.h
    IS_REPORTED((void)cdMakePoseFromMatrix(NULL, NULL));
    IS_REPORTED((void)cdMakePosesFromMatrices(NULL, 1, NULL));
    // version.h
    IS_SILENT((void)cdHasStructSizes(NULL, 0));
    // workspace.h
    IS_SILENT(cdDestroyWorkspace(NULL));
    IS_REPORTED((void)cdReserveWorkspace(NULL, NULL));
    IS_REPORTED((void)cdGetWorkspaceSize(NULL));
    // kinematic.h
    IS_REPORTED((void)cdSetKinematicPath(NULL, 0, NULL, 0, 0.0));
    IS_REPORTED((void)cdGetKinematicTime(NULL, 0));
    IS_REPORTED((void)cdMoveKinematic(NULL, 0, pose));
    IS_REPORTED((void)cdIsBodyBlocked(NULL, 0));
    IS_REPORTED((void)cdMoveBody(NULL, 0, pose, CD_MOVE_STOP, NULL));
    IS_REPORTED((void)cdFindBodyMove(NULL, 0, pose, CD_MOVE_STOP, NULL));
    IS_REPORTED((void)cdTakeBodyMove(NULL, 0, NULL));
    IS_REPORTED((void)cdReserveBodyMoves(NULL, 0, 0));
    IS_REPORTED(cdForgetBodyMoves(NULL, 0));
    // body.h
    IS_REPORTED((void)cdAddBody(NULL, NULL));
    IS_REPORTED(cdRemoveBody(NULL, 0));
    IS_REPORTED((void)cdGetBodies(NULL, NULL, 0));
    IS_REPORTED((void)cdIsBodyValid(NULL, 0));
    IS_REPORTED((void)cdFindMassProperties(NULL, NULL));
    IS_REPORTED((void)cdSumMassProperties(NULL, 1));
    IS_REPORTED((void)cdGetBodyShapeCount(NULL, 0));
    IS_REPORTED((void)cdGetBodyShape(NULL, 0, 0));
    IS_REPORTED((void)cdGetBodyState(NULL, 0));
    IS_REPORTED(cdSetBodyPose(NULL, 0, pose));
    IS_REPORTED(cdSetBodyVelocity(NULL, 0, zero, zero));
    IS_REPORTED((void)cdGetBodyUserData(NULL, 0));
    IS_REPORTED(cdSetBodyUserData(NULL, 0, NULL));
    IS_REPORTED(cdSetBodyFriction(NULL, 0, 0.0));
    IS_REPORTED(cdSetBodyRestitution(NULL, 0, 0.0));
    IS_REPORTED(cdSetBodyDamping(NULL, 0, 0.0, 0.0));
    IS_REPORTED(cdSetBodyGravityScale(NULL, 0, 0.0));
    IS_REPORTED(cdSetBodyLimits(NULL, 0, 0.0, 0.0));
    IS_REPORTED(cdSetBodyForce(NULL, 0, zero, zero));
    IS_REPORTED((void)cdSetBodyMass(NULL, 0, 0.0, 0.0, NULL));
    IS_REPORTED((void)cdSetBodyKind(NULL, 0, CD_BODY_FIXED));
    IS_REPORTED(cdSetBodyFilter(NULL, 0, 0, 0, 0));
    IS_REPORTED((void)cdCanBodiesCollide(NULL, 0, 1));
    IS_REPORTED(cdSetBodyLocks(NULL, 0, 0, 0));
    IS_REPORTED(cdSetBodyLockFrame(NULL, 0, CD_LOCK_BODY));
    IS_REPORTED(cdSetBodySensor(NULL, 0, true));
    IS_REPORTED(cdApplyForce(NULL, 0, zero, zero));
    IS_REPORTED(cdApplyTorque(NULL, 0, zero));
    IS_REPORTED(cdApplyImpulse(NULL, 0, zero, zero));
    IS_REPORTED(cdApplyAngularImpulse(NULL, 0, zero));
    IS_REPORTED(cdHoldBody(NULL, 0, NULL));
    IS_REPORTED(cdReleaseBody(NULL, 0));
    // world.h
    IS_REPORTED((void)cdCreateWorld(NULL));
    IS_SILENT(cdDestroyWorld(NULL));
    IS_REPORTED(cdSetPairCallback(NULL, NULL, NULL));
    IS_REPORTED(cdSetGravity(NULL, zero));
    IS_REPORTED((void)cdAddJoint(NULL, NULL));
    IS_REPORTED(cdRemoveJoint(NULL, 0));
    IS_REPORTED(cdSetJointMotor(NULL, 0, &(cdJointMotor){0}));
    IS_REPORTED((void)cdSetJointLimits(NULL, 0, 0.0, 1.0));
    IS_REPORTED(cdGetJointState(NULL, 0));
    IS_REPORTED(cdGetJointReaction(NULL, 0));
    IS_REPORTED((void)cdIsJointValid(NULL, 0));
    IS_REPORTED(cdSetWorldBudget(NULL, (cdBudget){0}));
    IS_REPORTED((void)cdSetWorldTasks(NULL, NULL));
    IS_REPORTED((void)cdStepWorld(NULL, 0.0));
    IS_REPORTED((void)cdGetWorldContacts(NULL, NULL));
    IS_REPORTED((void)cdGetBodyContacts(NULL, 0, NULL, 0));
    IS_REPORTED((void)cdGetContactEvents(NULL, NULL));
    IS_REPORTED((void)cdGetWorldEnergy(NULL));
    // world_regions.h
    IS_REPORTED((void)cdFindBodyContactRegions(NULL, NULL, NULL));
    IS_REPORTED((void)cdFindRegionLoads(NULL, NULL, NULL, NULL));
    // world_queries.h
    IS_REPORTED((void)cdFindWorldRayHit(NULL, NULL));
    IS_REPORTED((void)cdFindWorldRayHits(NULL, NULL, NULL, 0));
    IS_REPORTED((void)cdFindWorldClosestPoint(NULL, NULL));
    IS_REPORTED((void)cdFindWorldOverlap(NULL, NULL, NULL));
    IS_REPORTED((void)cdFindWorldFirstContact(NULL, NULL, NULL));
    // mesh_store.h
    IS_REPORTED((void)cdSaveMesh(NULL, NULL, 0));
    IS_REPORTED((void)cdLoadMesh(NULL, 0, NULL));
    IS_REPORTED((void)cdGetLoadResultName((cdLoadResult)-1));
    // world_snapshot.h
    IS_REPORTED((void)cdSaveWorld(NULL, NULL, 0));
    IS_REPORTED((void)cdRestoreWorld(NULL, NULL, 0, NULL, 0));
    cdSetHooks(NULL);
    assert_int_equal(wrongCount, 0);
}

static char *readFile(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 18);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 18) - 1, file) > 0);
    fclose(file);
    return text;
}

// True if the declaration that begins with a function's name has a pointer parameter.
static bool takesPointer(const char *name) {
    const char *end = strchr(name, ';'), *star = strchr(name, '*'), *bracket = strchr(name, '[');
    return end && ((star && star < end) || (bracket && bracket < end));
}

static void checkHeader(const char *header, const char *own) {
    char path[1024];
    snprintf(path, sizeof path, FC_SOURCE_DIR "/collision/include/collision/%s", header);
    char *text = readFile(path);
    for (char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        char *open = strchr(line, '('), *stop = strchr(line, '\n');
        // A declaration begins at the margin and names a function before its parenthesis.
        if (!open || !stop || open > stop || strncmp(line, "//", 2) == 0) continue;
        if (*line == ' ' || *line == '#' || strncmp(line, "static", 6) == 0 ||
            strncmp(line, "typedef", 7) == 0)
            continue;
        char *name = open;
        while (name > line && name[-1] != ' ' && name[-1] != '*')
            name--;
        char call[128];
        snprintf(call, sizeof call, "%.*s(", (int)(open - name), name);
        if (strncmp(call, "cd", 2) != 0 || !takesPointer(open) || strcmp(call, "cdSetHooks(") == 0) continue;
        if (!strstr(own, call)) fail_msg("%s of %s is not called here", call, header);
    }
    free(text);
}

// Red: a public function added but not called above.
static void testEveryFunctionIsCalled(void **state) {
    (void)state;
    char *own = readFile(FC_SOURCE_DIR "/tests/test_null_calls.c");
    char *all = readFile(FC_SOURCE_DIR "/collision/include/collision/collision.h");
    int headers = 0;
    const char *start = "#include \"collision/";
    for (char *at = strstr(all, start); at; at = strstr(at + 1, start)) {
        char header[64];
        assert_int_equal(sscanf(at + strlen(start), "%63[a-z_.]", header), 1);
        checkHeader(header, own);
        headers++;
    }
    assert_true(headers > 15);
    free(all);
    free(own);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testNullIsReported),
        cmocka_unit_test(testEveryFunctionIsCalled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
