// Mesh files that a child process reads: whatever the file and the child do, the answer is a mesh or a
// message, in bounded time, and no process or descriptor remains.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "engine/import.h"
#include "engine/platform/clock.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 128 };

static char folder[] = "/tmp/fcchildXXXXXX";

static void writeFile(const char *name, const void *bytes, size_t length, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static int countDescriptors(void) {
    int count = 0;
    DIR *descriptors = opendir("/proc/self/fd");
    assert_non_null(descriptors);
    while (readdir(descriptors) != NULL)
        count++;
    closedir(descriptors);
    return count;
}

// Reads a file; afterwards there is no child, alive or dead, and as many descriptors as before.
static bool importCleanly(const char *path, gxImportedMesh *mesh, char message[512]) {
    int before = countDescriptors();
    message[0] = '\0';
    bool read = gxImportMesh(path, mesh, message, 512);
    assert_int_equal(countDescriptors(), before);
    assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    return read;
}

static void expectMessage(const char *path, const char *said) {
    gxImportedMesh mesh;
    char message[512];
    bool read = importCleanly(path, &mesh, message);
    if (read || strncmp(message, path, strlen(path)) != 0 || strstr(message, said) == NULL)
        fail_msg("'%s' instead of '%s'", message, said);
    assert_null(mesh.points);
}

// A triangle of a glTF file, with the parts that the cases below change.
#define GLTF(nodes, positions, view, buffer)                                                                 \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" nodes "],"       \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"                                     \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"min\":[0,0,0],"             \
    "\"max\":[1,1,0]," positions "}],\"bufferViews\":[{\"buffer\":0," view "}],\"buffers\":[{" buffer "}]}"
#define DATA                                                                                                 \
    "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\""
#define NODE   "{\"mesh\":0}"
#define THREE  "\"count\":3"
#define VIEW   "\"byteLength\":36"
#define BUFFER "\"byteLength\":36," DATA

static const char goodFile[] = GLTF(NODE, THREE, VIEW, BUFFER);

// Valid forms for the installed reader. Red: a check that rejects what the specification allows.
static void testGoodFilesLoad(void **state) {
    (void)state;
    static const char *const files[] = {goodFile, " \n" GLTF(NODE, THREE, VIEW, BUFFER) "\n\n",
                                        GLTF("{\"children\":[1]}," NODE, "\"byteOffset\":0,\"count\":3",
                                             "\"byteOffset\":0,\"byteLength\":36", BUFFER)};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[PATH_SIZE], message[512];
        gxImportedMesh mesh;
        writeFile("a.gltf", files[i], strlen(files[i]), path);
        if (!importCleanly(path, &mesh, message)) fail_msg("file %zu: %s", i, message);
        assert_int_equal(mesh.triangleCount, 1);
        assert_int_equal(mesh.pointCount, 3);
        for (int32_t k = 0; k < 3; k++)
            assert_int_equal(mesh.pointIds[k], k);
        gxDestroyImportedMesh(&mesh);
        unlink(path);
    }
}

// A buffer in a separate file is found beside the glTF file, not in the working folder. Red: a path relative
// to the working folder, a buffer shorter than promised that is read beyond its end.
static void testExternalBuffers(void **state) {
    (void)state;
    static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const char text[] = GLTF(NODE, THREE, VIEW, "\"byteLength\":36,\"uri\":\"part.bin\"");
    char path[PATH_SIZE], part[PATH_SIZE], message[512];
    gxImportedMesh mesh;
    writeFile("a.gltf", text, strlen(text), path);
    expectMessage(path, ": buffers[0]: its data are missing");
    writeFile("part.bin", points, sizeof points - 1, part);
    expectMessage(path, ": buffers[0]: its data are shorter than byteLength");
    writeFile("part.bin", points, sizeof points, part);
    if (!importCleanly(path, &mesh, message)) fail_msg("%s", message);
    assert_true(mesh.points[3] == 1.0);
    gxDestroyImportedMesh(&mesh);
    unlink(part);
    assert_int_equal(mkfifo(part, 0600), 0); // reading it would block for ever
    expectMessage(path, ": buffers[0]: its data are missing");
    unlink(part);
    unlink(path);
}

// Red: any of these accepted, or read beyond the end of its data.
static void testGltfMistakes(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *said;
    } cases[] = {
        {"a.gltf", "{", ":1: this is not JSON"},
        {"a.gltf", "{\"asset\":\n{\"version\":2.0,}}", ":2: this is not JSON"},
        {"a.gltf", "ply\n", ":1: this is not JSON"},
        {"a.gltf", "\xEF\xBB\xBF{}", ":1: byte order mark; glTF must not have one"},
        {"a.gltf", "{}\n{}", ":2: found text after the JSON object"},
        {"a.gltf", "{\"asset\":{\"version\":\"1.0\"}}", ": asset.version must be \"2.0\""},
        {"a.gltf", GLTF(NODE, THREE, "\"byteOffset\":-4,\"byteLength\":36", BUFFER),
         ": bufferViews[0]: byteOffset must be a whole number from 0"},
        {"a.gltf", GLTF(NODE, "\"byteOffset\":-12,\"count\":3", VIEW, BUFFER),
         ": accessors[0]: byteOffset must be a whole number from 0"},
        {"a.gltf", GLTF(NODE, "\"count\":4", VIEW, BUFFER), ": accessors[0]: it exceeds its buffer view"},
        {"a.gltf", GLTF(NODE, "\"byteOffset\":1,\"count\":3", VIEW, BUFFER),
         ": accessors[0]: it exceeds its buffer view"},
        {"a.gltf", GLTF(NODE, "\"count\":1000000000", VIEW, BUFFER),
         ": accessors[0]: it exceeds its buffer view"},
        {"a.gltf", GLTF(NODE, "\"count\":-1", VIEW, BUFFER),
         ": accessors[0]: count must be a whole number above 0"},
        {"a.gltf", GLTF(NODE, THREE, "\"byteLength\":37", BUFFER), ": bufferViews[0]: it exceeds its buffer"},
        {"a.gltf", GLTF(NODE, THREE, "\"byteLength\":36,\"byteStride\":8", BUFFER),
         ": accessors[0]: its elements are larger than the byteStride"},
        {"a.gltf", GLTF(NODE, THREE, "\"byteLength\":4294967296", "\"byteLength\":4294967296," DATA),
         ": buffers[0]: its data are shorter than byteLength"},
        {"a.gltf", GLTF(NODE, THREE, VIEW, "\"byteLength\":36"), ": buffers[0]: its data are missing"},
        {"a.gltf", GLTF(NODE, THREE, VIEW, "\"byteLength\":36,\"uri\":\"/dev/zero\""),
         ": buffers[0]: its data are missing"},
        {"a.gltf", GLTF("{\"mesh\":1}", THREE, VIEW, BUFFER), ": nodes[0]: mesh must be the index of a mesh"},
        {"a.gltf", GLTF("{\"children\":[2]}," NODE, THREE, VIEW, BUFFER),
         ": nodes[0]: a child must be the index"},
        {"a.gltf", GLTF("{\"children\":[1]},{\"children\":[0]}", THREE, VIEW, BUFFER),
         ": nodes[0]: it is more than 256"},
        {"a.gltf", GLTF("{\"children\":[1,1]}," NODE, THREE, VIEW, BUFFER),
         ": nodes[1]: it is the child of two nodes"},
        {"a.glb", "glTF\2", ": a GLB file begins with 'glTF'"},
        {"a.glb", "words, not glTF, of some length", ": a GLB file begins with 'glTF'"},
        {"a.3ds", "MM", ": "},
        {"a.dae", "<COLLADA><library_geometries>", ": "},
        {"a.dae", "solid a\n", ": "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[PATH_SIZE];
        writeFile(cases[i].name, cases[i].text, strlen(cases[i].text), path);
        expectMessage(path, cases[i].said);
        unlink(path);
    }
    static const unsigned char huge[] = {'g', 'l', 'T', 'F', 2,   0,   0,   0,   22,  0,   0,
                                         0,   255, 255, 255, 255, 'J', 'S', 'O', 'N', ' ', ' '};
    char path[PATH_SIZE];
    writeFile("a.glb", huge, sizeof huge, path);
    expectMessage(path, ": byte 12: the chunk exceeds the file");
    unlink(path);
}

static char *addCopies(char *at, const char *text, size_t count) {
    for (size_t i = 0, length = strlen(text); i < count; i++, at += length)
        memcpy(at, text, length);
    return at;
}

// A file of `head`, `count` times `opening`, `count` times `closing` and `tail`.
static void expectRepetition(const char *name, const char *head, const char *opening, const char *closing,
                             size_t count, const char *tail, const char *said) {
    size_t length = strlen(head) + count * (strlen(opening) + strlen(closing)) + strlen(tail);
    char *bytes = malloc(length), *at = bytes, path[PATH_SIZE];
    assert_non_null(bytes);
    at = addCopies(at, head, 1);
    at = addCopies(at, opening, count);
    at = addCopies(at, closing, count);
    addCopies(at, tail, 1);
    writeFile(name, bytes, length, path);
    free(bytes);
    expectMessage(path, said);
    unlink(path);
}

// Files that crashed the program, or took gigabytes. Red: a check that recurses, the child's exit taken for
// ours.
static void testHostileFiles(void **state) {
    (void)state;
    expectRepetition("a.gltf", "", "[", "", 200000, "", ":1: brackets are nested more than 200 deep");
    expectRepetition("a.gltf", "", "{\"a\":", "}", 1000000, "", ":1: brackets are nested more than 200 deep");
    // With the address sanitizer the child ends by an exit code, and memory that is never written costs
    // nothing.
    const char *nested =
        FC_SANITIZED ? "the importer failed (exit code 1)" : "the importer crashed (signal 11)";
    const char *large = FC_SANITIZED ? "a.dae: " : "the importer ran out of memory (limit 2048 MB)";
    expectRepetition("a.dae", "<COLLADA version=\"1.4.1\"><library_visual_scenes><visual_scene id=\"s\">",
                     "<node>", "</node>", 300000, "</visual_scene></library_visual_scenes></COLLADA>",
                     nested);
    expectRepetition("a.dae",
                     "<COLLADA><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">"
                     "<float_array id=\"a\" count=\"4000000000\">",
                     "1 ", "", 3, "</float_array></source></mesh></geometry></library_geometries></COLLADA>",
                     large);
}

// A shell script replaces the importer, for a file that it ignores.
static void expectScript(const char *script, gxImporter limits, const char *said) {
    char program[PATH_SIZE], path[PATH_SIZE], text[512];
    snprintf(text, sizeof text, "#!/bin/sh\n%s\n", script);
    writeFile("importer", text, strlen(text), program);
    writeFile("a.glb", "glTF", 4, path);
    assert_int_equal(chmod(program, 0700), 0);
    limits.program = program;
    gxSetImporter(limits);
    double begin = gxGetTime();
    expectMessage(path, said);
    assert_true(gxGetTime() - begin < 30.0);
    gxSetImporter((gxImporter){.program = FC_PROGRAM});
    unlink(program);
    unlink(path);
}

// Children that crash, fail, print garbage, print for ever, hang while their output is open and after they
// have closed it. Red: a wait without a limit, a failure taken for success, a trusted result.
static void testChildrenThatFail(void **state) {
    (void)state;
    gxImporter usual = {.seconds = 0}, quick = {.seconds = 1}, small = {.megabytes = 1},
               roomy = {.megabytes = 64};
    expectScript("kill -SEGV $$", usual, ": the importer crashed (signal 11)");
    expectScript("exit 7", usual, ": the importer failed (exit code 7)");
    expectScript("exit 3", usual, ": the importer ran out of memory (limit 2048 MB)");
    expectScript("exit 0", usual, ": the importer's result is invalid");
    expectScript("head -c 5000 /dev/zero", usual, ": the importer's result is invalid");
    expectScript("exec tail /dev/zero", roomy,
                 ": the importer ran out of memory (limit 64 MB)"); // keeps all it reads
    expectScript("exec cat /dev/zero", small, ": the importer ran out of memory (limit 1 MB)");
    expectScript("exec sleep 60", quick, ": the importer took longer than 3 s");
    expectScript("exec >&-; exec sleep 60", quick, ": the importer took longer than 3 s");
}

// The child has its three streams and no other descriptor, and no signal blocked or ignored. Red: a file of
// ours that a child keeps open, a child that cannot be interrupted.
static void testChildInheritsNothing(void **state) {
    (void)state;
    int descriptor = open("/dev/null", O_RDONLY);
    char script[256];
    sigset_t blocked, before;
    assert_true(descriptor > 2);
    snprintf(script, sizeof script,
             "[ -e /proc/$$/fd/%d ] && exit 8\n"
             "while read -r key mask; do [ \"$key $mask\" = 'SigBlk: 0000000000000002' ] && exit 9\n"
             "done </proc/$$/status\nkill -PIPE $$",
             descriptor);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGPIPE, SIG_IGN);
    expectScript(script, (gxImporter){.seconds = 0}, ": the importer crashed (signal 13)");
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(descriptor);
}

// Red: a crash, or success, when nothing can be started or no child can be waited for.
static void testUnusualParents(void **state) {
    (void)state;
    char path[PATH_SIZE], message[512];
    gxImportedMesh mesh;
    writeFile("a.gltf", goodFile, strlen(goodFile), path);
    gxSetImporter((gxImporter){.program = NULL});
    expectMessage(path, ": this format needs the program firstcontact as a child process");
    gxSetImporter((gxImporter){.program = "/nowhere/firstcontact"});
    expectMessage(path, ": the importer /nowhere/firstcontact cannot be started: No such file or directory");
    gxSetImporter((gxImporter){.program = FC_PROGRAM});
    signal(SIGCHLD, SIG_IGN); // children then leave no status behind
    assert_true(importCleanly(path, &mesh, message));
    gxDestroyImportedMesh(&mesh);
    signal(SIGCHLD, SIG_DFL);
    unlink(path);
}

// Red: a pipe or a folder that is opened, which blocks or fails late; a format that Assimp supports and we do
// not document.
static void testOtherFiles(void **state) {
    (void)state;
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/a.obj", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    expectMessage(path, ": not a regular file");
    unlink(path);
    static const char *const names[] = {"a.x", "a.ase", "a.ogex", "a.fbx", "a.blend", "a.stl.zip", "gltf"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        writeFile(names[i], "xof 0303txt 0032\n", 17, path);
        expectMessage(
            path, ": unknown mesh format; the formats are OBJ, PLY, OFF, STL, glTF 2.0 (.gltf, .glb), 3DS, "
                  "COLLADA (.dae)");
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testGoodFilesLoad),    cmocka_unit_test(testExternalBuffers),
        cmocka_unit_test(testGltfMistakes),     cmocka_unit_test(testHostileFiles),
        cmocka_unit_test(testChildrenThatFail), cmocka_unit_test(testChildInheritsNothing),
        cmocka_unit_test(testUnusualParents),   cmocka_unit_test(testOtherFiles)};
    return cmocka_run_group_tests(tests, makeFolder, removeFolder);
}
