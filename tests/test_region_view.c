// Contact regions in the picture: filled by hand, so that every kind occurs whatever the search finds.
//
// The picture shows a driven box on a block, with a square region that has a square hole, a segment and a
// point between them; each test changes one thing and counts the differing pixels.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/message.h"
#include "stage_fixture.h"
#include "view/view.h"
#include "view_fixture.h"
#include <string.h>

enum { WIDTH = 800, HEIGHT = 600, REGIONS = 3 };

// A 1 x 1 square at y = 1 with a hole, its bridge in both directions; then a segment, then a point.
static const cdVec3 points[] = {
    {-0.7, 1.0, -0.7}, {-0.7, 1.0, 0.7},  {0.7, 1.0, 0.7},    {0.7, 1.0, -0.7}, {-0.7, 1.0, -0.7},
    {-0.3, 1.0, -0.3}, {0.3, 1.0, -0.3},  {0.3, 1.0, 0.3},    {-0.3, 1.0, 0.3}, {-0.3, 1.0, -0.3},
    {-0.95, 1.0, 0.9}, {0.95, 1.0, 0.95}, {-0.9, 1.0, -0.85},
};

static Stage *makeTouchingStage(void) {
    SceneData data = MakeEmptySceneData();
    data.camera = (SceneCamera){{2.4, 4.4, 6.0}, {0.0, 1.0, 0.0}, 0.7};
    AddSceneObject(&data, "hand", "builtin:box:x=1,y=1,z=1", SCENE_DRIVEN)->pose = poseAt(0.0, 2.0001, 0.0);
    AddSceneObject(&data, "block", "builtin:box:x=1,y=1,z=1", SCENE_FIXED);
    Stage *stage = malloc(sizeof *stage);
    char message[512] = "";
    if (!stage || !LoadStage(stage, NULL, &data, message, sizeof message)) abort();
    return stage;
}

// Each region has other features, so that one can be selected.
static void fillRegions(Stage *stage) {
    UpdateStageRegions(stage);
    StageRegions *all = &stage->regions;
    StageTouching *touching = &all->touching[1];
    cdContactRegions *regions = &touching->regions;
    free(regions->regions);
    free(regions->points);
    free(all->list);
    regions->regions = calloc(REGIONS, sizeof *regions->regions);
    regions->points = malloc(sizeof points);
    all->list = calloc(REGIONS, sizeof *all->list);
    if (!regions->regions || !regions->points || !all->list) abort();
    memcpy(regions->points, points, sizeof points);
    touching->capacity = regions->regionCount = all->count = all->listCapacity = REGIONS;
    regions->pointCount = (int32_t)(sizeof points / sizeof *points);
    const cdContactRegion kinds[REGIONS] = {
        {.dimension = 2,
         .locationA = {CD_ON_FACE, 0},
         .locationB = {CD_ON_FACE, 0},
         .pointCount = 10,
         .measure = 1.6},
        {.dimension = 1,
         .locationA = {CD_ON_EDGE, 0},
         .locationB = {CD_ON_FACE, 0},
         .firstPoint = 10,
         .pointCount = 2},
        {.locationA = {CD_ON_VERTEX, 0}, .locationB = {CD_ON_FACE, 0}, .firstPoint = 12, .pointCount = 1}};
    for (int32_t i = 0; i < REGIONS; ++i) {
        regions->regions[i] = kinds[i];
        regions->regions[i].sufficient = true;
        regions->regions[i].normals[0] = (cdVec3){0.0, 1.0, 0.0};
        regions->regions[i].normalCount = 1;
        regions->regions[i].origin = CD_NORMALS_COMPUTED;
        all->list[i] = (StageRegion){1, i};
    }
    regions->state = all->state = CD_CONTACT;
    all->sufficientCount = REGIONS;
    all->deepest = -1;
    touching->present = all->present = true;
}

static gxImage draw(View *view, const Stage *stage, const ViewOptions *options) {
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    DrawView(view, stage, &camera, options);
    return ReadView(view);
}

static int countDifferent(const gxImage *a, const gxImage *b) {
    int count = 0;
    for (int i = 0; i < a->width * a->height; ++i)
        count += memcmp(a->pixels + 4 * (size_t)i, b->pixels + 4 * (size_t)i, 4) != 0;
    return count;
}

// Counts the pixels that change when `change` is applied to the stage or to the options.
static int countChange(View *view, Stage *stage, ViewOptions *options,
                       void (*change)(Stage *, ViewOptions *)) {
    gxImage before = draw(view, stage, options);
    change(stage, options);
    gxImage after = draw(view, stage, options);
    int count = countDifferent(&before, &after);
    gxDestroyImage(&before);
    gxDestroyImage(&after);
    return count;
}

static cdContactRegion *getRegion(Stage *stage, int32_t index) {
    return &stage->regions.touching[1].regions.regions[index];
}

static void showContact(Stage *stage, ViewOptions *options) {
    (void)stage;
    options->contact = true;
}
static void showNormals(Stage *stage, ViewOptions *options) {
    (void)stage;
    options->normals = true;
}
static void showLabels(Stage *stage, ViewOptions *options) {
    (void)stage;
    options->labels = true;
}
static void showWholeSet(Stage *stage, ViewOptions *options) {
    (void)stage;
    options->wholeSet = true;
}
static void keepNormals(Stage *stage, ViewOptions *options) {
    (void)options;
    for (int32_t i = 0; i < REGIONS; ++i)
        getRegion(stage, i)->origin = CD_NORMALS_PERSISTED;
}
static void dropAll(Stage *stage, ViewOptions *options) {
    (void)options;
    for (int32_t i = 0; i < REGIONS; ++i)
        getRegion(stage, i)->sufficient = false;
}
static void choosePoint(Stage *stage, ViewOptions *options) {
    (void)options;
    ChooseStageRegion(stage, 2);
}
static void penetrate(Stage *stage, ViewOptions *options) {
    (void)options;
    cdContactRegions *regions = &stage->regions.touching[1].regions;
    regions->state = stage->regions.state = CD_OVERLAP;
    regions->crossing = 0.1;
    regions->deepPoint = (cdVec3){0.0, 1.0, 0.0};
    stage->regions.deepest = 1;
}

// Areas, lines, discs, arrows and text one after the other, each with the expected size on a picture of 800 x
// 600, without an OpenGL error. Red: a kind that is not drawn, regions hidden by the box on them, arrows of
// the world's size, a shader that does not compile.
static void testEveryKindIsDrawn(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    View *view = openView(WIDTH, HEIGHT);
    int errors = gxGetErrorCount();
    fillRegions(stage);
    ViewOptions options = {.treeLevel = -1};
    int regions = countChange(view, stage, &options, showContact);
    assert_in_range(regions, 4000, 60000);
    int normals = countChange(view, stage, &options, showNormals);
    assert_in_range(normals, 300, 4000); // three arrows of 52 pixels
    int labels = countChange(view, stage, &options, showLabels);
    assert_in_range(labels, 1000, 20000);
    assert_int_equal(gxGetErrorCount(), errors);
    DestroyView(view);
    freeStage(stage);
}

// Returns the pixel at a point of the world, without alpha.
static int getPixel(const gxImage *image, const gxCamera *camera, cdVec3 p) {
    double x, y;
    assert_true(gxProjectPoint(camera, (const double[3]){p.x, p.y, p.z}, WIDTH, HEIGHT, &x, &y));
    assert_true(x > 0.0 && x < WIDTH && y > 0.0 && y < HEIGHT);
    const unsigned char *pixel = image->pixels + 4 * ((size_t)y * WIDTH + (size_t)x);
    return pixel[0] << 16 | pixel[1] << 8 | pixel[2];
}

// The area between two boxes is filled, also through the box that hides it, and its hole is not. Red:
// triangles over the hole, a region removed by the depth test, an upside-down picture.
static void testAreaIsFilledButItsHoleIsNot(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    View *view = openView(WIDTH, HEIGHT);
    fillRegions(stage);
    gxCamera camera = MakeStageCamera(stage, WIDTH, HEIGHT);
    const cdVec3 filled[] = {{0.5, 1.0, 0.1}, {-0.5, 1.0, 0.0}, {0.1, 1.0, -0.5}, {-0.55, 1.0, 0.5}};
    const cdVec3 empty[] = {{0.0, 1.0, 0.0}, {0.15, 1.0, -0.15}, {0.85, 1.0, 0.1}};
    for (int transparent = 0; transparent < 2; ++transparent) {
        ViewOptions options = {.treeLevel = -1, .transparent = transparent};
        gxImage before = draw(view, stage, &options);
        options.contact = true;
        gxImage after = draw(view, stage, &options);
        for (size_t i = 0; i < sizeof filled / sizeof *filled; ++i)
            assert_int_not_equal(getPixel(&before, &camera, filled[i]), getPixel(&after, &camera, filled[i]));
        for (size_t i = 0; i < sizeof empty / sizeof *empty; ++i)
            assert_int_equal(getPixel(&before, &camera, empty[i]), getPixel(&after, &camera, empty[i]));
        gxDestroyImage(&before);
        gxDestroyImage(&after);
    }
    DestroyView(view);
    freeStage(stage);
}

// New normals are outlined and dashed, persistent ones full: shapes differ, since colours are the same. Red:
// both drawn alike, or only the colour changed.
static void testPersistentNormalsLookDifferent(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    View *view = openView(WIDTH, HEIGHT);
    fillRegions(stage);
    ViewOptions options = {.contact = true, .normals = true, .treeLevel = -1};
    assert_in_range(countChange(view, stage, &options, keepNormals), 100, 2500);
    assert_int_equal(countChange(view, stage, &options, keepNormals), 0);
    DestroyView(view);
    freeStage(stage);
}

// Redundant regions are hidden, and drawn thin with the whole set. Red: the switch without effect, the whole
// set shown as sufficient.
static void testWholeSetIsDrawnThin(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    View *view = openView(WIDTH, HEIGHT);
    fillRegions(stage);
    ViewOptions options = {.contact = true, .treeLevel = -1};
    int full = countChange(view, stage, &options, dropAll);
    int thin = countChange(view, stage, &options, showWholeSet);
    assert_true(full > 4000 && thin > 500);
    gxImage whole = draw(view, stage, &options);
    for (int32_t i = 0; i < REGIONS; ++i)
        getRegion(stage, i)->sufficient = true;
    gxImage needed = draw(view, stage, &options);
    assert_true(countDifferent(&whole, &needed) > 2000);
    gxDestroyImage(&whole);
    gxDestroyImage(&needed);
    DestroyView(view);
    freeStage(stage);
}

// A region stays selected by its features when rows move, and is deselected when its pair has gone. Red: a
// selection by row number, one that survives its region.
static void testChoiceFollowsTheFeatures(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    fillRegions(stage);
    assert_int_equal(FindChosenRegion(stage), -1);
    ChooseStageRegion(stage, 2);
    assert_int_equal(FindChosenRegion(stage), 2);
    StageRegion first = stage->regions.list[0];
    stage->regions.list[0] = stage->regions.list[2];
    stage->regions.list[2] = first;
    assert_int_equal(FindChosenRegion(stage), 0);
    getRegion(stage, 2)->locationA.index = 5;
    assert_int_equal(FindChosenRegion(stage), -1);
    ChooseStageRegion(stage, -1);
    assert_false(stage->regions.choice.made);
    freeStage(stage);
}

// Two regions of one pair of faces: the second is selected, not the first. Red: the part ignored.
static void testChoiceAmongRegionsOfOnePair(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    fillRegions(stage);
    getRegion(stage, 1)->locationA = getRegion(stage, 0)->locationA;
    ChooseStageRegion(stage, 1);
    assert_int_equal(FindChosenRegion(stage), 1);
    ChooseStageRegion(stage, 0);
    assert_int_equal(FindChosenRegion(stage), 0);
    freeStage(stage);
}

// For penetrating objects one ring replaces the regions; a selected point shows. Red: regions without a
// contact.
static void testPenetrationAndChoiceShow(void **state) {
    (void)state;
    Stage *stage = makeTouchingStage();
    View *view = openView(WIDTH, HEIGHT);
    fillRegions(stage);
    ViewOptions options = {.contact = true, .treeLevel = -1};
    assert_true(countChange(view, stage, &options, choosePoint) > 30);
    int gone = countChange(view, stage, &options, penetrate);
    assert_true(gone > 4000);
    gxImage ring = draw(view, stage, &options);
    options.contact = false;
    gxImage plain = draw(view, stage, &options);
    assert_in_range(countDifferent(&ring, &plain), 30, 1500);
    gxDestroyImage(&ring);
    gxDestroyImage(&plain);
    DestroyView(view);
    freeStage(stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEveryKindIsDrawn),
        cmocka_unit_test(testAreaIsFilledButItsHoleIsNot),
        cmocka_unit_test(testPersistentNormalsLookDifferent),
        cmocka_unit_test(testWholeSetIsDrawnThin),
        cmocka_unit_test(testChoiceFollowsTheFeatures),
        cmocka_unit_test(testChoiceAmongRegionsOfOnePair),
        cmocka_unit_test(testPenetrationAndChoiceShow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
