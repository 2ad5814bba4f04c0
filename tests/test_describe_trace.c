// The descriptions of events: each kind has one, with the ids of the file, the names of the meshes and the
// section of the paper.
#include "collision/collision.h"
#include "contact_fixture.h"
#include "random.h"
#include "trace_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static char text[CD_TRACE_TEXT_SIZE];

static const char *describe(cdTraceEvent event, const cdTracedQuery *query) {
    cdDescribeTrace(&event, query, text, sizeof text);
    return text;
}

// The sections of the papers that descriptions may cite, as printed there.
static bool isSection(const char *source) {
    static const char *const known[] = {"[BV92 3]",
                                        "[RKC01 1]",
                                        "[RKC01 2]",
                                        "[RKC01 3]",
                                        "[RKC01 3.1]",
                                        "[RKC01 4.2]",
                                        "[RKC01 4.3]",
                                        "[RKC01 4.4]",
                                        "[CW96 2.2]",
                                        "[CW96 4.1]",
                                        "[CW96 4.3]",
                                        "[V90 2.4]",
                                        "[AS05, Algorithm]",
                                        "[AS05, Dividing the Route]",
                                        "[ours]"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], source) == 0) return true;
    return false;
}

static void checkSentence(void) {
    size_t length = strlen(text);
    const char *source = strrchr(text, '[');
    assert_true(length > 20 && length + 1 < sizeof text);
    assert_true(text[0] >= 'A' && text[0] <= 'Z');
    if (!source || !isSection(source)) fail_msg("no section: %s", text);
    if (source[-1] != ' ' || source[-2] != '.') fail_msg("no end: %s", text);
}

// Every kind with every way of deciding, for every kind of elements, with and without meshes. Red: a kind
// without description, a section that no paper has, a sentence that is cut off or has no end.
static void testEveryKindHasADescription(void **state) {
    (void)state;
    cdMesh *box = makeShape("box");
    assert_true(cdBuildMeshParts(box, CD_PART_SOLID, NULL));
    const cdTracedQuery two = {.meshA = box, .meshB = box}, one = {.meshA = box};
    const cdTracedQuery *const queries[] = {NULL, &one, &two};
    for (int kind = 0; kind < CD_TRACE_KIND_COUNT; kind++)
        for (int how = 0; how < CD_HOW_COUNT; how++)
            for (int contact = CD_NO_CONTACT; contact <= CD_EDGE_EDGE; contact++)
                for (int k = 0; k < 3; k++) {
                    cdTraceEvent event = {.kind = (cdTraceKind)kind,
                                          .how = (cdTraceHow)how,
                                          .contact = (cdContactKind)contact,
                                          .a = 1,
                                          .b = 2,
                                          .t = {0.25, 0.5}};
                    describe(event, queries[k]);
                    checkSentence();
                }
    cdDestroyMesh(box);
}

static void expectSource(cdTraceEvent event, const char *source) {
    describe(event, NULL);
    assert_string_equal(strrchr(text, '['), source);
}

// The section is that of the deciding method; papers are cited only for their own content. Red: a section
// that belongs to another way of deciding.
static void testSources(void **state) {
    (void)state;
    expectSource((cdTraceEvent){.kind = CD_TRACE_NODES_DISJOINT, .how = CD_HOW_BOUND}, "[RKC01 4.2]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_NODES_DISJOINT, .how = CD_HOW_QUARTIC}, "[RKC01 3.1]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_NODES_DISJOINT, .how = CD_HOW_SLAB}, "[ours]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_VECTOR, .how = CD_HOW_REFLECTED}, "[CW96 2.2]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_VECTOR, .how = CD_HOW_CONE}, "[CW96 4.3]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_ELEMENTS, .how = CD_HOW_NO_ROOT}, "[RKC01 2]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_ELEMENTS, .how = CD_HOW_DISTANCE}, "[ours]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_ELEMENTS, .how = CD_HOW_ASIDE}, "[ours]");
    expectSource((cdTraceEvent){.kind = CD_TRACE_DECIDED, .t = {0.5, 0.5}}, "[RKC01 4.3]");
}

// One triangle with ids of its own.
static cdMesh *makeTriangle(int32_t face, int32_t firstPoint) {
    const cdVec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const int32_t corners[3] = {0, 1, 2}, ids[3] = {firstPoint, firstPoint + 1, firstPoint + 2};
    cdMeshDef def = {.points = points,
                     .pointCount = 3,
                     .triangles = corners,
                     .triangleCount = 1,
                     .faceIds = &face,
                     .pointIds = ids};
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) abort();
    return mesh;
}

// Elements have the numbers of their files, A's first, and the given names; without the query they have their
// indices. Red: indices instead of ids, a face of B looked up in A, names swapped.
static void testNamesAndIds(void **state) {
    (void)state;
    cdMesh *a = makeTriangle(40, 100), *b = makeTriangle(70, 500);
    const cdTracedQuery query = {.meshA = a, .meshB = b, .nameA = "knife", .nameB = "board"};
    cdTraceEvent event = {.kind = CD_TRACE_ELEMENTS, .how = CD_HOW_ROOTS, .contact = CD_VERTEX_FACE, .a = 2};
    assert_ptr_equal(strstr(describe(event, &query), "Vertex 102 of knife against face 70 of board"), text);
    assert_ptr_equal(strstr(describe(event, NULL), "Vertex 2 of A against triangle 0 of B"), text);
    event = (cdTraceEvent){.kind = CD_TRACE_TABLE_SKIP, .contact = CD_FACE_VERTEX, .b = 1};
    assert_ptr_equal(strstr(describe(event, &query), "Face 40 of knife and vertex 501 of board"), text);
    event = (cdTraceEvent){.kind = CD_TRACE_SHORTENED, .contact = CD_EDGE_EDGE, .t = {0.0, 0.375}};
    const int32_t *ends = cdGetMeshInfo(a).edges, *endsB = cdGetMeshInfo(b).edges;
    char expected[128];
    snprintf(expected, sizeof expected, "edge %d-%d of knife on edge %d-%d of board, t = 0.375000.",
             100 + (int)ends[0], 100 + (int)ends[1], 500 + (int)endsB[0], 500 + (int)endsB[1]);
    assert_non_null(strstr(describe(event, &query), expected));
    event =
        (cdTraceEvent){.kind = CD_TRACE_FACES_DISJOINT, .how = CD_HOW_PLANE, .b = 7}; // B has no such face
    assert_ptr_equal(strstr(describe(event, &query), "Face 40 of knife and triangle 7 of board"), text);
    cdDescribeTrace(&event, &query, text, 8);
    assert_string_equal(text, "Face 40");
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// Reported times are the query's: the root at which the elements touch, though it is stored in another
// parameter, the last shortening, and the decision. Red: the parameter of the screw reported as the time.
static void testTimesAreThoseOfTheQuery(void **state) {
    (void)state;
    cdMesh *a = makeScaledShape("torus:segments=12", 0.6, cdMakeVec3(1.0, 0.0, 0.0)), *b = makeShape("gear");
    cdWorkspace *workspace = cdCreateWorkspace();
    cdTrace trace = makeTrace(TRACE_ROOM);
    Random random = {17};
    int contacts = 0, roots = 0;
    for (int k = 0; k < 80; k++) {
        cdPose target = {nextRandomVec3(&random), cdMakeQuat(nextRandomDirection(&random), 2.8)};
        cdFirstContactInput input = makeStep(a, poseAt(4.0, 0.3, 0.2), target, b, poseAt(0.0, 0.0, 0.0));
        restartTrace(&trace);
        cdFirstContact result = cdFindFirstContact(&input, NULL, workspace, &trace);
        if (result.state != CD_CONTACT) continue;
        cdMotion motion = cdMakeMotion(input.startA, input.targetA, cdGetMeshInfo(a).center);
        cdTracedQuery query = {.meshA = a, .meshB = b, .motion = &motion};
        char time[32];
        snprintf(time, sizeof time, "t = %.6f", result.t.lo);
        int32_t last = -1;
        for (int32_t i = 0; i < trace.eventCount; i++) {
            describe(trace.events[i], &query);
            checkSentence();
            if (trace.events[i].kind == CD_TRACE_SHORTENED) last = i;
        }
        assert_non_null(strstr(text, time)); // of the decision, which comes last
        assert_true(last > 0);
        assert_non_null(strstr(describe(trace.events[last], &query), time));
        contacts++;
        if (trace.events[last - 1].how != CD_HOW_TOUCHED) continue;
        assert_non_null(strstr(describe(trace.events[last - 1], &query), time));
        roots++;
    }
    if (!(contacts > 10 && roots > 5)) fail_msg("%d contacts, %d roots", contacts, roots);
    freeTrace(&trace);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(a);
    cdDestroyMesh(b);
}

// The path of a point down an index: sides and heights of the nodes, at the leaf the location by its id, and
// how many of the nodes were visited. Red: a side reported as the other, nodes counted from the wrong root.
static void testIndexIsDescribed(void **state) {
    (void)state;
    cdMesh *mesh = makeShape("l-shape");
    assert_true(cdBuildMeshParts(mesh, CD_PART_SOLID, NULL));
    cdSolidInfo info = cdGetSolidInfo(mesh);
    cdTrace trace = makeTrace(256);
    Random random = {18};
    for (int k = 0; k < 50; k++) {
        cdVec3 p = cdLerp(info.bounds.lower, info.bounds.upper, nextRandom(&random));
        p.x += 0.1 * nextRandom(&random);
        restartTrace(&trace);
        cdLocation location = cdClassifyPoint(mesh, p, &trace);
        const cdTracedQuery query = {.meshA = mesh, .p = p, .q = p};
        int32_t nodes = trace.eventCount - 1;
        for (int32_t i = 0; i < nodes; i++) {
            const cdTraceEvent *event = &trace.events[i];
            const char *side = event->b < 0   ? "continues below"
                               : event->b > 0 ? "continues above"
                                              : ": on it";
            assert_non_null(strstr(describe(*event, &query), side));
        }
        char name[64], expected[128];
        cdDescribeLocation(mesh, location, name, sizeof name);
        snprintf(expected, sizeof expected, "%s. The search visited %d of %d nodes.", name, (int)nodes,
                 (int)info.nodeCount);
        if (nodes > 0) assert_non_null(strstr(describe(trace.events[nodes], &query), expected));
    }
    freeTrace(&trace);
    cdDestroyMesh(mesh);
}

// A pair of boxes is decided by the box algorithm, which its decision cites. Red: [RKC01] for it.
static void testBoxesCiteTheirAlgorithm(void **state) {
    (void)state;
    cdBoxesInput input = {.halfA = {1, 1, 1},
                          .onScrew = true,
                          .halfB = {1, 1, 1},
                          .startA = poseAt(-4.0, 0.1, 0.2),
                          .targetA = poseAt(0.0, 0.0, 0.0),
                          .poseB = poseAt(0.0, 0.0, 0.0)};
    cdTrace trace = makeTrace(256);
    cdBoxContact contact = cdFindBoxContact(&input, &trace);
    assert_int_equal(contact.state, CD_CONTACT);
    const cdTraceEvent *last = &trace.events[trace.eventCount - 1];
    assert_int_equal(last->kind, CD_TRACE_DECIDED);
    expectSource(*last, "[AS05, Algorithm]");
    freeTrace(&trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryKindHasADescription),
        cmocka_unit_test(testSources),
        cmocka_unit_test(testNamesAndIds),
        cmocka_unit_test(testTimesAreThoseOfTheQuery),
        cmocka_unit_test(testIndexIsDescribed),
        cmocka_unit_test(testBoxesCiteTheirAlgorithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
