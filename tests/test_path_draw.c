// Drawings of paths: lengths and ends of what is drawn, labels.
#include "cases.h"
#include "collision/draw.h"
#include "path_fixture.h"

#include <math.h>
#include <stdio.h>

typedef struct Drawn {
    double length[CD_ROLE_COUNT]; // of all segments
    int points[CD_ROLE_COUNT];
    cdVec3 lastPoint, tail, tip; // of the last point, the last segment of CD_ROLE_NORMAL
    char text[128];
} Drawn;

static void addSegment(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    drawn->length[style.role] += cdLength(cdSub(b, a));
    if (style.role != CD_ROLE_NORMAL) return;
    drawn->tail = a;
    drawn->tip = b;
}

static void addPoint(cdVec3 p, cdDrawStyle style, void *context) {
    Drawn *drawn = context;
    drawn->points[style.role]++;
    drawn->lastPoint = p;
}

static void addLabel(cdVec3 p, const char *text, cdDrawStyle style, void *context) {
    (void)p, (void)style;
    snprintf(((Drawn *)context)->text, sizeof((Drawn *)context)->text, "%s", text);
}

static cdDebugDraw makeDraw(Drawn *drawn) {
    *drawn = (Drawn){.text = ""};
    return (cdDebugDraw){.segment = addSegment, .point = addPoint, .label = addLabel, .context = drawn};
}

static void assertNear(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.12g is not %.12g", value, expected);
}

// A box moves by 8 towards a box that moves aside by 3; it touches another one after 4. Red: a path that ends
// at the contact, elements of another pair, a time of the edge, the path of a fixed obstacle.
static void testContact(void **state) {
    (void)state;
    cdMesh *box = makeShape("box:x=1,y=1,z=1");
    cdWorkspace *workspace = cdCreateWorkspace();
    const cdPathNode nodes[] = {
        {1.0, poseAt(0.0, 0.0, 0.0)}, {2.0, poseAt(2.0, 0.0, 0.0)}, {5.0, poseAt(8.0, 0.0, 0.0)}};
    const cdPathNode aside[] = {{0.0, poseAt(6.0, 0.0, 0.0)}, {1.0, poseAt(6.0, 0.0, 3.0)}};
    const cdSlideShape shape = {box, cdIdentityPose()};
    const cdPathObstacle obstacles[] = {{.mesh = box, .nodes = aside, .nodeCount = 2},
                                        {.mesh = box, .pose = poseAt(6.0, 0.5, 0.25)}};
    const cdPathInput input = {.nodes = nodes,
                               .nodeCount = 3,
                               .shapes = &shape,
                               .shapeCount = 1,
                               .obstacles = obstacles,
                               .obstacleCount = 2};
    cdPathContact found = cdFindPathContact(&input, workspace, NULL);
    assert_true(found.contact.state == CD_CONTACT && found.contact.obstacle == 1);
    Drawn drawn;
    cdDebugDraw draw = makeDraw(&drawn);
    cdDrawPathContact(&draw, &input, &found, 0.5);
    assertNear(drawn.length[CD_ROLE_RESOLVED], 4.0, 1e-5);
    assertNear(drawn.length[CD_ROLE_INTENDED], 4.0 + 3.0, 1e-5);
    assert_int_equal(drawn.points[CD_ROLE_INTENDED], 3);
    assertNear(drawn.lastPoint.x, 5.0, 1e-5);
    assertNear(drawn.tail.x, 5.0, 1e-5);
    assertNear(drawn.tip.x, 4.5, 1e-5);
    if (strstr(drawn.text, " on ") == NULL || strstr(drawn.text, ", 3 s") == NULL) fail_msg("%s", drawn.text);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(box);
}

// A ball passes a ball. Red: points swapped for features, the lower bound or another time in the label.
static void testClearance(void **state) {
    (void)state;
    cdMesh *ball = makeBall(0.5);
    cdWorkspace *workspace = cdCreateWorkspace();
    const cdPathNode nodes[] = {{0.0, poseAt(-2.0, 0.0, 0.0)}, {4.0, poseAt(2.0, 0.0, 0.0)}};
    const cdSlideShape shape = {ball, cdIdentityPose()};
    const cdPathObstacle obstacle = {.mesh = ball, .pose = poseAt(0.0, 1.25, 0.0)};
    cdPathClearanceInput input = {.path = {.nodes = nodes,
                                           .nodeCount = 2,
                                           .shapes = &shape,
                                           .shapeCount = 1,
                                           .obstacles = &obstacle,
                                           .obstacleCount = 1}};
    cdPathContact contact = cdFindPathContact(&input.path, workspace, NULL);
    cdPathClearance found = cdFindPathClearance(&input, workspace);
    Drawn drawn;
    cdDebugDraw draw = makeDraw(&drawn);
    cdDrawPathContact(&draw, &input.path, &contact, 0.5);
    assertNear(drawn.length[CD_ROLE_RESOLVED], 4.0, 1e-9); // free: the whole path
    assert_true(drawn.length[CD_ROLE_INTENDED] == 0.0 && drawn.points[CD_ROLE_FIRST_CONTACT] == 0);
    cdDrawPathClearance(&draw, &found);
    assertNear(drawn.length[CD_ROLE_NORMAL], 0.25, 1e-6);
    assertNear(drawn.tail.y, 0.5, 1e-6);
    assertNear(drawn.tip.y, 0.75, 1e-6);
    double length = 0.0, time = 0.0;
    assert_int_equal(sscanf(drawn.text, "%lf at %lf s", &length, &time), 2);
    assertNear(length, found.upper, 1e-6);
    assertNear(time, found.time, 1e-5);
    input.path.obstacleCount = 0;
    found = cdFindPathClearance(&input, workspace);
    draw = makeDraw(&drawn);
    cdDrawPathClearance(&draw, &found);
    assert_true(drawn.points[CD_ROLE_NORMAL] == 0 && drawn.text[0] == '\0');
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testContact), cmocka_unit_test(testClearance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
