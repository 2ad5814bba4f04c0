// A part of a picture that is drawn again has the pixels of the complete drawing, whichever blocks are left
// out.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/gl.h"
#include "engine/headless.h"
#include "engine/message.h"
#include "engine/renderer.h"
#include <cglm/struct.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 240, HEIGHT = 170, MESH_MAX = 4 };

static uint64_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static int pick(uint64_t *state, int least, int most) {
    return least + (int)(next(state) % (uint64_t)(most - least + 1));
}

// A dented sphere of `rows` times twice as many squares; the last `open` rows are missing.
static gxGpuMesh *makeSphere(int rows, int open) {
    int columns = 2 * rows, last = rows - open;
    int32_t points = (rows + 1) * columns, count = 0;
    float(*positions)[3] = malloc((size_t)points * sizeof *positions);
    int32_t *triangles = malloc(6 * (size_t)rows * (size_t)columns * sizeof *triangles);
    for (int32_t i = 0; i < points; ++i) {
        double polar = 3.14159265 * (i / columns) / rows, around = 6.2831853 * (i % columns) / columns;
        double r = 1.0 + 0.15 * sin(5.0 * polar) * cos(3.0 * around);
        positions[i][0] = (float)(r * sin(polar) * cos(around));
        positions[i][1] = (float)(r * cos(polar));
        positions[i][2] = (float)(r * sin(polar) * sin(around));
    }
    for (int32_t r = 0; r < last; ++r) {
        for (int32_t c = 0; c < columns; ++c) {
            int32_t a = r * columns + c, b = r * columns + (c + 1) % columns;
            const int32_t quad[6] = {a, b, b + columns, a, b + columns, a + columns};
            memcpy(triangles + count, quad, sizeof quad);
            count += 6;
        }
    }
    gxSurface surface = gxMakeSurface((const float(*)[3])positions, points, triangles, count / 3, 0.7f);
    gxGpuMesh *mesh = gxCreateGpuMesh(&surface);
    gxDestroySurface(&surface);
    free(positions);
    free(triangles);
    return mesh;
}

typedef struct Case {
    gxGpuMesh *meshes[MESH_MAX];
    gxRenderer *renderer;
    gxTarget complete, parts;
    gxItem items[MESH_MAX];
    gxPicture picture;
} Case;

// Turned, stretched by the given factors (a negative one mirrors), moved.
static mat4s makeModel(vec3s place, vec3s factors, float angle) {
    mat4s model = glms_translate(glms_mat4_identity(), place);
    model = glms_rotate(model, angle, (vec3s){{0.36f, 0.48f, 0.8f}});
    return glms_scale(model, factors);
}

static void setItems(Case *c, int variant) {
    const vec3s places[MESH_MAX] = {
        {{0.0f, 0.0f, 0.0f}}, {{1.6f, 0.5f, 0.4f}}, {{-1.7f, 0.3f, 0.6f}}, {{0.3f, 1.9f, -0.8f}}};
    const vec3s factors[] = {
        {{1.0f, 1.0f, 1.0f}}, {{-0.6f, 0.6f, 0.6f}}, {{0.5f, -0.9f, 0.7f}}, {{0.1f, 0.1f, 0.1f}}};
    for (int i = 0; i < MESH_MAX; ++i) {
        vec3s by = factors[i == 0 ? 0 : (i + variant) % 4];
        bool mirrored = by.x * by.y * by.z < 0.0f;
        c->items[i] = (gxItem){.mesh = c->meshes[(i + variant) % MESH_MAX],
                               .model = makeModel(places[i], by, 0.7f * (float)(i + variant)),
                               .color = {{0.3f + 0.2f * (float)i, 0.8f - 0.2f * (float)i, 0.5f}},
                               .opacity = i == 3 && variant % 3 == 2 ? 0.4f : 1.0f,
                               .fixed = i == 0,
                               .edges = i == 2 && variant % 3 == 1,
                               .marked = i == 1 && variant % 2 == 1,
                               .closed = (i + variant) % MESH_MAX != 3 && !mirrored,
                               .castsShadow = true};
    }
}

static void setPicture(Case *c, int variant) {
    const double eyes[][3] = {{3.0, 2.5, 7.0}, {-1.2, 0.9, 1.9}, {-5.0, -1.7, 3.0}, {0.5, 9.0, 0.4}};
    const double target[3] = {0.1, 0.3, 0.0};
    gxCamera camera = gxMakeCamera(eyes[variant % 4], target, 0.7, 5.0);
    if (variant >= 10) camera.distance *= 2.0; // small surfaces are drawn over the ground
    camera.orthographic = variant % 5 == 4;
    setItems(c, variant);
    c->picture = (gxPicture){.view = gxGetView(&camera, WIDTH, HEIGHT),
                             .shrink = 1,
                             .tolerance = variant % 2 ? 0.7f : 0.0f,
                             .items = c->items,
                             .itemCount = MESH_MAX,
                             .backdrop = {{{0.1f, 0.1f, 0.2f}}, {{0.3f, 0.3f, 0.4f}}, false},
                             .ground = {.shown = variant % 4 != 3,
                                        .colors = {{{0.3f, 0.3f, 0.3f}}, {{0.7f, 0.7f, 0.7f}}},
                                        .center = {{0.0f, -1.2f, 0.0f}},
                                        .radius = 12.0f,
                                        .spacing = 0.5f},
                             .shadowRadius = 4.0f};
}

// Spoils a part and draws it again.
static void drawPart(const Case *c, gxRect part) {
    gxBindTarget(&c->parts);
    gxLimitDrawing(&part);
    glClearColor(1.0f, 0.0f, 1.0f, 1.0f);
    glClearDepth(0.0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glClearDepth(1.0);
    gxLimitDrawing(NULL);
    gxDrawPictureBase(c->renderer, &c->picture, &part);
    gxDrawPictureOver(c->renderer, &c->picture, &part);
    gxDrawPictureFront(c->renderer, &c->picture, &part);
}

static int countDifferent(const Case *c) {
    gxImage complete = gxReadTarget(&c->complete), parts = gxReadTarget(&c->parts);
    int different = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; ++i)
        different += memcmp(complete.pixels + 4 * i, parts.pixels + 4 * i, 4) != 0;
    gxDestroyImage(&complete);
    gxDestroyImage(&parts);
    return different;
}

static void drawCompletely(const Case *c, const gxTarget *target) {
    gxBindTarget(target);
    gxDrawPicture(c->renderer, &c->picture);
}

static gxHeadless *openCase(Case *c) {
    gxHeadless *headless = gxCreateHeadless();
    if (!headless && getenv("FC_REQUIRE_OPENGL")) fail_msg("there is no OpenGL without a display");
    if (!headless) skip();
    *c = (Case){.meshes = {makeSphere(3, 0), makeSphere(30, 0), makeSphere(110, 0), makeSphere(70, 25)},
                .renderer = gxCreateRenderer(),
                .complete = gxCreateTarget(WIDTH, HEIGHT, 1),
                .parts = gxCreateTarget(WIDTH, HEIGHT, 1)};
    return headless;
}

static void closeCase(Case *c, gxHeadless *headless) {
    for (int i = 0; i < MESH_MAX; ++i)
        gxDestroyGpuMesh(c->meshes[i]);
    gxDestroyTarget(&c->complete);
    gxDestroyTarget(&c->parts);
    gxDestroyRenderer(c->renderer);
    gxDestroyHeadless(headless);
}

// Small and large spheres, an open one, mirrored, stretched and tiny ones, near the eye, from below,
// orthographic, with edges, marks and transparent ones. Red: a block left out that has pixels in the part, as
// with a plane of the part that is shifted; a surface that is drawn twice.
static void testPartsAreTheSame(void **state) {
    (void)state;
    Case c;
    gxHeadless *headless = openCase(&c);
    int errors = gxGetErrorCount();
    uint64_t seed = 3;
    for (int variant = 0; variant < 20; ++variant) {
        setPicture(&c, variant);
        drawCompletely(&c, &c.complete);
        drawCompletely(&c, &c.parts);
        for (int i = 0; i < 12; ++i) {
            int width = pick(&seed, 1, i % 2 ? WIDTH : 40), height = pick(&seed, 1, i % 3 ? 40 : HEIGHT);
            gxRect part = {pick(&seed, 0, WIDTH - width), pick(&seed, 0, HEIGHT - height), width, height};
            drawPart(&c, part);
            int different = countDifferent(&c);
            if (different > 0)
                fail_msg("variant %d, %d x %d pixels at (%d, %d): %d pixels differ", variant, part.width,
                         part.height, part.x, part.y, different);
        }
    }
    assert_int_equal(gxGetErrorCount(), errors);
    closeCase(&c, headless);
}

// Moving surfaces, which may be drawn over the ground, look as if they were fixed, which are drawn before it:
// over the ground, below it, and in it, seen from above and from below. Pixels where both are equally deep
// may differ. Red: a surface below the ground that is drawn over it, or without the shadow of another one.
static void testOrderDoesNotShow(void **state) {
    (void)state;
    Case c;
    gxHeadless *headless = openCase(&c);
    for (int variant = 0; variant < 20; ++variant) {
        for (int height = -2; height <= 2; ++height) {
            setPicture(&c, variant);
            c.picture.ground.center.y += 0.9f * (float)height;
            drawCompletely(&c, &c.complete);
            for (int i = 0; i < MESH_MAX; ++i)
                c.items[i].fixed = true;
            drawCompletely(&c, &c.parts);
            int different = countDifferent(&c);
            if (different > 4)
                fail_msg("variant %d, height %d: %d pixels differ", variant, height, different);
        }
    }
    closeCase(&c, headless);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testPartsAreTheSame),
                                       cmocka_unit_test(testOrderDoesNotShow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
