// Mesh files: ids and numbers as in the file, polygons of any form, and every mistake reported with its line.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/import.h"
#include "engine/polygon.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/fcimportXXXXXX";

static void writeFile(const char *name, const void *bytes, size_t length, char path[128]) {
    snprintf(path, 128, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static gxImportedMesh importBytes(const char *name, const void *bytes, size_t length) {
    char path[128], message[512] = "";
    gxImportedMesh mesh;
    writeFile(name, bytes, length, path);
    if (!gxImportMesh(path, &mesh, message, sizeof message)) fail_msg("%s", message);
    unlink(path);
    return mesh;
}

static gxImportedMesh importText(const char *name, const char *text) {
    return importBytes(name, text, strlen(text));
}

static double getArea(const gxImportedMesh *mesh, int32_t face) {
    double sum = 0.0;
    for (int32_t i = 0; i < mesh->triangleCount; i++) {
        if (mesh->faceIds[i] != face) continue;
        const double *a = mesh->points + 3 * mesh->triangles[3 * i],
                     *b = mesh->points + 3 * mesh->triangles[3 * i + 1],
                     *c = mesh->points + 3 * mesh->triangles[3 * i + 2];
        double n[3];
        for (int k = 0; k < 3; k++) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            n[k] = (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
        }
        sum += 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    return sum;
}

// All forms of a face, negative numbers, a continued line, CRLF, a mark and comments; coordinates that single
// precision cannot represent. Red: the ids of Assimp's unshared corners, 0.1 read as a float.
static void testObjKeepsNumbersAndIds(void **state) {
    (void)state;
    gxImportedMesh mesh = importText(
        "a.obj", "\xEF\xBB\xBF# comment\r\nmtllib x.mtl\r\no thing\r\n"
                 "v 0.1 0 0 1.0\r\nv 1 0.3333333333333333 0\r\nv 1 1 0 1 0.5 0 # red\r\nv 0 1 0 1 0.5 0 1\r\n"
                 "vt 0 0\r\nvn 0 0 1\r\ng side\r\ns off\r\nusemtl none\r\nl 1 2\r\nend\r\n"
                 "f 1 2 3\r\nf 1/1 3/1 4/1 # quarter\r\nf 1//1 2//1 \\\r\n 3//1 4//1\r\n"
                 "f -4/1/1 -2/-1/-1 -1/1/1\r\nv 7 7 7\r\n");
    assert_int_equal(mesh.pointCount, 5);
    assert_int_equal(mesh.triangleCount, 5);
    static const int32_t faces[5] = {0, 1, 2, 2, 3}, ids[5] = {0, 1, 2, 3, 4}, last[3] = {0, 2, 3};
    assert_memory_equal(mesh.faceIds, faces, sizeof faces);
    assert_memory_equal(mesh.pointIds, ids, sizeof ids);
    assert_memory_equal(mesh.triangles + 12, last, sizeof last);
    assert_true(mesh.points[0] == 0.1 && mesh.points[4] == 1.0 / 3.0);
    gxDestroyImportedMesh(&mesh);
}

// The same two faces (a quad and a triangle) in PLY text, PLY binary of both orders and OFF. Red: bytes
// swapped on the wrong side, a property that is not skipped, colours of OFF taken for corners.
static void testFormatsAgree(void **state) {
    (void)state;
    gxImportedMesh ply = importText(
        "a.ply",
        "ply\nformat ascii 1.0\ncomment no\nelement vertex 5\nproperty double x\nproperty float y\n"
        "property float z\nproperty uchar red\nelement face 2\nproperty list uchar int vertex_indices\n"
        "property float quality\nelement edge 2\nproperty int vertex1\nend_header\n"
        "0 0 0 9\n1 0 0 9\n1 1 0 9\n0 1 0 9\n0.1 0 1 9\n4 0 1 2 3 0.5\n3 0 1 4 0.5\n7\n8\n \t\r\n\n");
    gxImportedMesh off = importText("a.off", "OFF # comment\n5 2 0\n\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0.1 0 1\n"
                                             "4 0 1 2 3 255 0 0\n3 0 1 4\n\n \t\r\n# the end\n");
    assert_int_equal(ply.pointCount, 5);
    assert_int_equal(ply.triangleCount, 3);
    assert_memory_equal(ply.points, off.points, 15 * sizeof(double));
    assert_memory_equal(ply.triangles, off.triangles, 9 * sizeof(int32_t));
    assert_memory_equal(ply.faceIds, off.faceIds, 3 * sizeof(int32_t));
    for (int swap = 0; swap < 2; swap++) {
        unsigned char bytes[512];
        int length = snprintf((char *)bytes, sizeof bytes,
                              "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty float x\n"
                              "property double y\nproperty short z\nelement face 1\n"
                              "property list uchar ushort vertex_index\nend_header\n",
                              swap ? "big" : "little");
        static const double rows[3][3] = {{0.0, 0.1, -3.0}, {1.0, 0.0, 300.0}, {0.0, 1.0, 0.0}};
        static const uint16_t corners[3] = {2, 0, 1};
        for (int i = 0; i < 3; i++) {
            float x = (float)rows[i][0];
            int16_t z = (int16_t)rows[i][2];
            const void *parts[3] = {&x, &rows[i][1], &z};
            static const int sizes[3] = {4, 8, 2};
            for (int k = 0; k < 3; k++) {
                for (int b = 0; b < sizes[k]; b++) {
                    bytes[length++] = ((const unsigned char *)parts[k])[swap ? sizes[k] - 1 - b : b];
                }
            }
        }
        bytes[length++] = 3;
        for (int i = 0; i < 3; i++) {
            bytes[length++] = (unsigned char)(swap ? 0 : corners[i]);
            bytes[length++] = (unsigned char)(swap ? corners[i] : 0);
        }
        gxImportedMesh mesh = importBytes("b.ply", bytes, (size_t)length);
        assert_true(mesh.points[1] == 0.1 && mesh.points[2] == -3.0 && mesh.points[5] == 300.0);
        assert_true(mesh.triangles[0] == 2 && mesh.triangles[1] == 0 && mesh.triangles[2] == 1);
        gxDestroyImportedMesh(&mesh);
    }
    gxDestroyImportedMesh(&ply);
    gxDestroyImportedMesh(&off);
}

// Reads the text with each kind of line end: LF, CR LF, CR. `said`: the error, or NULL.
static void expectForEveryLineEnd(const char *name, const char *text, const char *said) {
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (int i = 0; i < 3; i++) {
        char file[512] = "", path[128], message[512] = "";
        size_t length = 0;
        for (const char *at = text; *at != '\0'; at++) {
            length += (size_t)snprintf(file + length, sizeof file - length, "%.*s", *at == '\n' ? 2 : 1,
                                       *at == '\n' ? ends[i] : at);
        }
        gxImportedMesh mesh;
        writeFile(name, file, length, path);
        bool read = gxImportMesh(path, &mesh, message, sizeof message);
        if (read != (said == NULL) || (said != NULL && strstr(message, said) == NULL))
            fail_msg("%s, line end %d: '%s'", name, i, message);
        assert_true(!read || (mesh.pointCount == 3 && mesh.triangleCount == 1));
        gxDestroyImportedMesh(&mesh);
        unlink(path);
    }
}

// Red: a file whose lines end with CR read as one line, or as one comment.
static void testLineEnds(void **state) {
    (void)state;
#define PLY                                                                                                  \
    "\ncomment c\nelement vertex 3\nproperty uchar x\nproperty uchar y\nproperty uchar z\nelement face 1\n"  \
    "property list uchar uchar vertex_index\nend_header\n"
    expectForEveryLineEnd("a.obj", "# c\nv 0 0 0\nv 1 0 0\n\nv 0 1 0\nf 1 2 \\\n3", NULL);
    expectForEveryLineEnd("a.obj", "# c\nv 0 0 0\n\nv \\\n1 0 0\nw\n", "a.obj:6: unknown keyword 'w'");
    expectForEveryLineEnd("a.off", "OFF # c\n3 1 0\n\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", NULL);
    expectForEveryLineEnd("a.off", "OFF # c\n3 1 0\n\n0 0 0\n1 0 x\n", "a.off:5: a vertex needs");
    expectForEveryLineEnd("a.ply", "ply\nformat ascii 1.0" PLY "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", NULL);
    expectForEveryLineEnd("a.ply", "ply\nformat ascii 1.0" PLY "0 0 0\n1 0 x\n", "a.ply:12: this is not");
    expectForEveryLineEnd("a.ply", "ply\nformat ascii 1.0\ncomment\nelement\n", "a.ply:4: invalid header");
    // The first coordinate is the byte of LF, as that of a CR LF would be.
    static const char crBody[] = "\n\1\1\1\2\1\1\1\2\3\0\1\2";
    char file[512];
    size_t length = (size_t)snprintf(file, sizeof file, "%s", "ply\nformat binary_big_endian 1.0" PLY);
    for (size_t i = 0; i < length; i++)
        file[i] = (char)(file[i] == '\n' ? '\r' : file[i]);
    memcpy(file + length, crBody, sizeof crBody - 1);
    gxImportedMesh mesh = importBytes("b.ply", file, length + sizeof crBody - 1);
    assert_true(mesh.points[0] == 10.0 && mesh.points[3] == 1.0);
    gxDestroyImportedMesh(&mesh);
#undef PLY
}

// A glTF file whose node moves and doubles its triangle. Red: node transforms ignored, or applied in the
// wrong order.
static void testNodeTransformsApply(void **state) {
    (void)state;
    gxImportedMesh mesh = importText(
        "a.gltf", "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                  "\"nodes\":[{\"translation\":[10,0,0],\"children\":[1]},{\"scale\":[2,2,2],\"mesh\":0}],"
                  "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                  "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
                  "\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
                  "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
                  "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}");
    assert_int_equal(mesh.triangleCount, 1);
    double largest = 0.0, sum = 0.0;
    for (int i = 0; i < 3; i++) {
        largest = fmax(largest, mesh.points[3 * i]);
        sum += mesh.points[3 * i + 1];
    }
    assert_true(largest == 12.0 && sum == 2.0);
    gxDestroyImportedMesh(&mesh);
}

// Areas of cut polygons equal the polygon's (shoelace), which only a cut without overlaps gives. Among them:
// an L, a comb with many notches, a spiral, a polygon with a slit to its hole, collinear corners; each in
// tilted planes and both orientations. Red: a fan from the first corner, an ear that swallows a corner.
static void testConcavePolygons(void **state) {
    (void)state;
    enum { CORNER_MAX = 64 };
    static const double fixed[4][24] = {
        {0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2},
        {0, 0, 4, 0, 4, 4, 0, 4, 0, 0, 1, 1, 1, 3, 3, 3, 3, 1, 1, 1},
        {0, 0, 1, 0, 2, 0, 3, 0, 3, 1, 2, 1, 1, 1, 0, 1},
        {0, 0, 5, 0, 5, 5, 1, 5, 1, 2, 3, 2, 3, 3, 2, 3, 2, 4, 4, 4, 4, 1, 0, 1}};
    static const int fixedCounts[4] = {6, 10, 8, 12};
    for (int shape = 0; shape < 6; shape++) {
        double flat[2 * CORNER_MAX];
        int count = shape < 4 ? fixedCounts[shape] : CORNER_MAX;
        for (int i = 0; i < count; i++) {
            double angle = 2.0 * 3.14159265358979 * i / count, radius = shape == 5 && i % 2 ? 0.1 : 1.0;
            flat[2 * i] = shape < 4    ? fixed[shape][2 * i]
                          : shape == 4 ? (i < 32 ? i : 63 - i)
                                       : radius * cos(angle);
            flat[2 * i + 1] = shape < 4    ? fixed[shape][2 * i + 1]
                              : shape == 4 ? (i < 32  ? -1.0
                                              : i % 2 ? 10.0
                                                      : 0.5)
                                           : radius * sin(angle);
        }
        double expected = 0.0;
        for (int i = 0; i < count; i++) {
            int next = (i + 1) % count;
            expected += 0.5 * (flat[2 * i] * flat[2 * next + 1] - flat[2 * next] * flat[2 * i + 1]);
        }
        for (int tilt = 0; tilt < 6; tilt++) {
            double points[3 * CORNER_MAX];
            int32_t corners[CORNER_MAX], triangles[3 * CORNER_MAX];
            for (int i = 0; i < count; i++) {
                double x = flat[2 * i], y = flat[2 * i + 1], z = 0.3 * x - 0.2 * y + 100.0;
                double out[3] = {x, y, z};
                for (int k = 0; k < 3; k++)
                    points[3 * i + (k + tilt) % 3] = out[k];
                corners[i] = tilt < 3 ? i : count - 1 - i;
            }
            assert_int_equal(gxTriangulatePolygon(points, corners, count, triangles), GX_POLYGON_CUT);
            gxImportedMesh mesh = {points, triangles, calloc((size_t)count, sizeof(int32_t)),
                                   NULL,   count,     count - 2};
            double area = getArea(&mesh, 0), stretch = sqrt(1.0 + 0.09 + 0.04);
            free(mesh.faceIds);
            if (!(fabs(area - expected * stretch) < 1e-9 * area))
                fail_msg("polygon %d, tilt %d: %g", shape, tilt, area);
        }
    }
}

// Writes the corners of a polygon of `count` corners into points[3 * count] and returns its area.
static double makeLongPolygon(int shape, int32_t count, double *points) {
    double area = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double angle = 2.0 * 3.14159265358979 * i / count, turns = 40.0 * angle, half = 0.5 * count;
        double radius = shape == 1 && i % 2 ? 0.7 : 1.0; // 0: a circle; 1: a gear; 2: a spiral's two sides
        if (shape == 2) {
            turns = 40.0 * (i < half ? i : count - 1 - i) / half;
            radius = 1.0 + turns + (i < half ? 0.5 : 0.0);
        }
        double x = radius * cos(shape == 2 ? turns : angle), y = radius * sin(shape == 2 ? turns : angle);
        if (shape == 3) { // a comb's back and teeth
            x = i < half ? count - i : i - half;
            y = i < half ? -1.0 : i % 2 ? 10.0 : 0.5;
        }
        points[3 * i] = x;
        points[3 * i + 1] = y;
        points[3 * i + 2] = 0.0;
    }
    for (int32_t i = 0; i < count; i++) {
        const double *a = points + 3 * (size_t)i, *b = points + 3 * (size_t)((i + 1) % count);
        area += 0.5 * (a[0] * b[1] - b[0] * a[1]);
    }
    return fabs(area);
}

// Polygons of 100,000 corners and, last, one that runs 50,000 times around the same three points. Areas are
// right, or the result is GX_POLYGON_TOO_TANGLED within the work bound. Red: a search through all corners for
// each cut (26 s for the last one), a subtree skipped wrongly.
static void testLongPolygons(void **state) {
    (void)state;
    enum { LONG = 100000 };
    double *points = malloc(3 * LONG * sizeof *points), corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    int32_t *corners = malloc(LONG * sizeof *corners), *triangles = malloc(3 * LONG * sizeof *triangles);
    int32_t *faceIds = calloc(LONG, sizeof *faceIds);
    assert_true(points && corners && triangles && faceIds);
    for (int shape = 0; shape < 4; shape++) {
        double expected = makeLongPolygon(shape, LONG, points);
        for (int32_t i = 0; i < LONG; i++)
            corners[i] = i;
        assert_int_equal(gxTriangulatePolygon(points, corners, LONG, triangles), GX_POLYGON_CUT);
        gxImportedMesh mesh = {points, triangles, faceIds, NULL, LONG, LONG - 2};
        double area = getArea(&mesh, 0);
        if (!(fabs(area - expected) < 1e-9 * expected))
            fail_msg("polygon %d: %g, not %g", shape, area, expected);
    }
    for (int32_t i = 0; i < LONG; i++)
        corners[i] = i % 3;
    assert_int_equal(gxTriangulatePolygon(corner, corners, LONG, triangles), GX_POLYGON_CUT);
    free(points);
    free(corners);
    free(triangles);
    free(faceIds);
}

// Red: a truncated file read as a smaller one, an invalid index that reaches the queries, a crash.
static void testMistakesAreNamed(void **state) {
    (void)state;
#define PLY  "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define FACE "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
#define OFF  "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n"
    static const struct {
        const char *name, *text, *said;
    } cases[] = {
        {"a.obj", "", ": the file is empty"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", ": no triangles (3 points)"},
        {"a.obj", "v 0 0 0\nv 1 nan 0\n", ":2: a coordinate is not finite"},
        {"a.obj", "v 0 0 0\nv 1 0 inf\n", ":2: a coordinate is not finite"},
        {"a.obj", "v 0 0 1e999\n", ":1: a coordinate is not finite"},
        {"a.obj", "v 0 0 0\n\nv 0 0", ":3: a vertex needs three coordinates"},
        {"a.obj", "v 0 0x 0\n", ":1: a coordinate is not a number"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
         ":4: face 0 uses vertex 4, but there are 3 (faces counted from 0, vertices from 1)"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n",
         ":4: the vertex number '-4' counts back before the first vertex"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", ":4: a face's corner must be"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999/1\n",
         ":4: the vertex number '99999999999999999999' is out of range"},
        {"a.obj", "v 0 0 0\nf 1 1 -9999999999999999999\n", ":2: the vertex number '-99999"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/ 2/1 3/1\n", ":4: a face's corner must be"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nf 1 \\\n2\n", ":3: a face needs three corners"},
        {"a.obj", "PK\003\004", ":1: unknown keyword 'PK"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nfoo 1 2 3\n", ":4: unknown keyword 'foo'"},
        {"a.obj", "v 0 0 0\nfo 1 2 3\n", ":2: face 0 uses vertex 2"},
        {"a.obj", "v 0 0 0\nV 1 0 0\n", ":2: unknown keyword 'V'"},
        {"a.obj", "vnormal 0 0 1\n", ":1: unknown keyword 'vnormal'"},
        {"a.obj", "v 1 1 1 abc def\n", ":1: after the coordinates, 'abc' is not a number"},
        {"a.obj", "v 1 1 1 0.5x\n", ":1: after the coordinates, '0.5x' is not a number"},
        {"a.obj", "v 1 1 1 2 3\n", ":1: a vertex has three coordinates, then at most a weight or a colour"},
        {"a.ply", "solid\n", ":1: a PLY file begins with a line ply"},
        {"a.ply", PLY, ":6: the file ends within its header"},
        {"a.ply", PLY "end_header\n0 0 0\n1 0 0\n0 1 0\n", ": no faces"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n", "the file ends before its last element; it is cut off"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1",
         "the file ends before its last element; it is cut off"},
        {"a.ply", PLY FACE "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", ":11: a coordinate is not finite"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", ":13: face 0 uses vertex 3, but there are 3"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", ":13: face 0 uses vertex -1"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", ":13: the length of a list is wrong"},
        {"a.ply", PLY FACE "0 0 0\n1 x 0\n", ":11: this is not a number"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n\n 7\n", ":15: other data after the last element"},
        {"a.ply", PLY FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 2\n", ":13: other data after the last element"},
        {"a.off", "NOPE\n", ":1: an OFF file begins with OFF"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n", ":4: the file ends before the last vertex"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n", ":6: a face has fewer corners than it says"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n", ":6: face 0 uses vertex 9"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n", ":4: a coordinate is not finite"},
        {"a.off", "OFF\n\n# c\n3 -3 0\n", ":4: found '-3'; expected a whole number, 0 or more"},
        {"a.off", "OFF -3 1 0\n", ":1: found '-3'; expected a whole number, 0 or more"},
        {"a.off", "OFF\n3\n1\n", ":2: the numbers of vertices and faces are missing"},
        {"a.off", OFF "3 0 1 -2\n", ":6: found '-2'; expected a whole number, 0 or more"},
        {"a.off", OFF "3 0 1 2\n# c\n3 0 1 2\n", ":8: other data after the last face"},
        {"a.xyzzy", "what\n", ": unknown mesh format; the formats are OBJ, PLY"}};
#undef PLY
#undef FACE
#undef OFF
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[128], message[512] = "";
        gxImportedMesh mesh;
        writeFile(cases[i].name, cases[i].text, strlen(cases[i].text), path);
        bool read = gxImportMesh(path, &mesh, message, sizeof message);
        if (read || strncmp(message, path, strlen(path)) != 0 || strstr(message, cases[i].said) == NULL) {
            fail_msg("case %zu: %s", i, message);
        }
        assert_null(mesh.points);
        assert_null(mesh.triangles);
        unlink(path);
    }
    char path[128], message[512] = "";
    gxImportedMesh mesh;
    writeFile("a.off", "OFF\n3 1 0\n\0", 11, path);
    assert_false(gxImportMesh(path, &mesh, message, sizeof message));
    assert_non_null(strstr(message, "/a.off:3: zero byte: not a text file"));
    unlink(path);
    assert_false(gxImportMesh("/nowhere/a.obj", &mesh, message, sizeof message));
    assert_string_equal(message, "/nowhere/a.obj: No such file or directory");
    assert_false(gxImportMesh("/tmp", &mesh, message, sizeof message));
    assert_string_equal(message, "/tmp: Is a directory");
}

// Three vertices of two bytes and a float each, then one face. Red: a mistake that is not placed, or at the
// byte behind it.
static void testBinaryMistakesNameTheByte(void **state) {
    (void)state;
    enum { FACE = 18, BODY_MAX = 32 };
    static const char header[] = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\n"
                                 "property uchar y\nproperty float z\nelement face 1\n"
                                 "property list char char vertex_indices\nend_header\n";
    static const struct {
        int at, length; // the byte of the body that is changed; the length of the body
        unsigned char value;
        int byte; // of the body, named by the message
        const char *said;
    } cases[] = {
        {FACE, FACE + 5, 3, FACE + 4, "other data after the last element"},
        {FACE, FACE + 3, 3, FACE + 3, "the file ends before its last element; it is cut off"},
        {0, 4, 0, 2, "the file ends before its last element; it is cut off"},
        {11, FACE + 4, 0x7f, 8, "a coordinate is not finite"},
        {FACE, FACE + 4, 0xff, FACE, "the length of a list is wrong"},
        {FACE + 2, FACE + 4, 3, FACE, "face 0 uses vertex 3, but there are 3 (counted from 0)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned char file[sizeof header + BODY_MAX], body[BODY_MAX] = {[FACE] = 3, 0, 1, 2};
        body[10] = 0x80; // with the byte behind it: infinite
        body[cases[i].at] = cases[i].value;
        size_t start = strlen(header), length = (size_t)cases[i].length;
        memcpy(file, header, start);
        memcpy(file + start, body, length);
        char path[128], message[512] = "", expected[512];
        gxImportedMesh mesh;
        writeFile("b.ply", file, start + length, path);
        snprintf(expected, sizeof expected, "%s: byte %d: %s", path, (int)start + cases[i].byte,
                 cases[i].said);
        assert_false(gxImportMesh(path, &mesh, message, sizeof message));
        assert_string_equal(message, expected);
        unlink(path);
    }
}

static int makeFolder(void **state) {
    (void)state;
    gxSetImporter((gxImporter){.program = FC_PROGRAM});
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int removeFolder(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testObjKeepsNumbersAndIds),
                                       cmocka_unit_test(testFormatsAgree),
                                       cmocka_unit_test(testLineEnds),
                                       cmocka_unit_test(testNodeTransformsApply),
                                       cmocka_unit_test(testConcavePolygons),
                                       cmocka_unit_test(testLongPolygons),
                                       cmocka_unit_test(testMistakesAreNamed),
                                       cmocka_unit_test(testBinaryMistakesNameTheByte)};
    return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
