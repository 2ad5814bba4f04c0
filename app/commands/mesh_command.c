// `firstcontact mesh info` describes a mesh and its defects; `mesh export` writes its triangles as OBJ.
#include "commands/command.h"
#include "commands/solid_source.h"
#include "engine/platform/plain_text.h"
#include "scenes/json_write.h"
#include "scenes/number_text.h"
#include "scenes/whole_file.h"
#include "stage/mesh_source.h"
#include <stdio.h>
#include <string.h>

static void writeDefect(FILE *out, const cdDefect *defect) {
    fprintf(out, "{\"defect\":\"%s\",\"face\":", cdGetDefectName(defect->kind));
    if (defect->faceId[0] >= 0) {
        fprintf(out, "%d,\"vertices\":[", (int)defect->faceId[0]);
    } else {
        fputs("null,\"vertices\":[", out);
    }
    if (defect->vertexId[0] >= 0) fprintf(out, "%d", (int)defect->vertexId[0]);
    if (defect->vertexId[1] >= 0) fprintf(out, ",%d", (int)defect->vertexId[1]);
    fputs("],\"point\":", out);
    WriteJsonVector(out, defect->point);
    fputs("}\n", out);
}

static void writeMeasures(FILE *out, const cdMeshInfo *info) {
    fputs(",\"bounds\":[", out);
    WriteJsonVector(out, info->bounds.lower);
    fputc(',', out);
    WriteJsonVector(out, info->bounds.upper);
    fputs("],\"radius\":", out);
    WriteJsonNumber(out, info->radius);
    fputs(",\"area\":", out);
    WriteJsonNumber(out, info->area);
    fputs(",\"volume\":", out);
    if (info->closed && info->oriented) {
        WriteJsonNumber(out, info->volume);
    } else {
        fputs("null", out);
    }
}

// Counts the file's faces, which are polygons.
static int32_t countFaces(const TriangleSoup *soup) {
    int32_t last = -1;
    for (int32_t i = 0; i < soup->triangleCount; i++) {
        if (soup->faceIds[i] > last) last = soup->faceIds[i];
    }
    return last + 1;
}

static void writeInfo(FILE *out, const char *name, int32_t faceCount, const cdMeshInfo *info,
                      const cdMeshReport *report) {
    fputs("{\"mesh\":", out);
    WriteJsonString(out, name);
    fprintf(out,
            ",\"points\":%d,\"faces\":%d,\"vertices\":%d,\"edges\":%d,\"triangles\":%d,\"components\":%d",
            (int)info->pointCount, (int)faceCount, (int)info->vertexCount, (int)info->edgeCount,
            (int)info->triangleCount, (int)info->componentCount);
    writeMeasures(out, info);
    fprintf(out, ",\"closed\":%s,\"manifold\":%s,\"oriented\":%s,\"box\":%s", info->closed ? "true" : "false",
            info->manifold ? "true" : "false", info->oriented ? "true" : "false",
            info->isBox ? "true" : "false");
    fputs(",\"leaf_radius\":", out);
    WriteJsonNumber(out, info->leafRadius);
    fprintf(out, ",\"leaves\":%d,\"nodes\":%d,\"tree_depth\":%d,\"labels\":%d,\"bytes\":%zu",
            (int)info->leafCount, (int)info->nodeCount, (int)info->treeDepth, (int)info->labelCount,
            info->byteCount);
    fputs(",\"defects\":{", out);
    bool first = true;
    for (int kind = 0; kind < CD_DEFECT_KIND_COUNT; kind++) {
        if (report->countOfKind[kind] == 0) continue;
        fprintf(out, "%s\"%s\":%d", first ? "" : ",", cdGetDefectName((cdDefectKind)kind),
                (int)report->countOfKind[kind]);
        first = false;
    }
    fputs("}}\n", out);
}

// Building the solid doubles time and memory, so very large meshes are left to `classify --info`.
enum { SOLID_TRIANGLE_MAX = 200000 };

// @errors false: no memory
static bool writeSolid(FILE *out, const char *name, cdMesh *mesh, cdMeshReport *report) {
    if (cdGetMeshInfo(mesh).triangleCount > SOLID_TRIANGLE_MAX) {
        fputs("{\"mesh\":", out);
        WriteJsonString(out, name);
        fprintf(out,
                ",\"solid\":null,\"because\":\"more than %d triangles: see firstcontact classify --info\"}\n",
                (int)SOLID_TRIANGLE_MAX);
        return true;
    }
    BeginWaiting("building the solid");
    bool built = cdBuildMeshParts(mesh, CD_PART_SOLID, report);
    EndWaiting();
    WriteSolidLine(out, name, mesh, &report->solid);
    return built || report->solid.error != CD_BUILD_OUT_OF_MEMORY;
}

static bool runInfo(const char *name, MeshPlacement placement, double leafRadius, const char *outPath,
                    char *message, size_t messageSize) {
    TriangleSoup soup;
    cdMeshReport report = {0};
    cdMesh *mesh = NULL;
    BeginWaiting("building the mesh");
    if (LoadTriangleSoup(name, placement, &soup, message, messageSize)) {
        mesh = CreateSoupMesh(name, &soup, leafRadius, CD_PART_HULL, &report, message, messageSize);
    }
    EndWaiting();
    OutputFile output;
    bool good = mesh != NULL && OpenOutputFile(&output, outPath, message, messageSize);
    if (good) {
        cdMeshInfo info = cdGetMeshInfo(mesh);
        writeInfo(output.stream, name, countFaces(&soup), &info, &report);
        bool whole = writeSolid(output.stream, name, mesh, &report);
        for (int32_t i = 0; i < report.defectCount; i++)
            writeDefect(output.stream, &report.defects[i]);
        good = whole && FinishOutputFile(&output, message, messageSize);
        if (!whole) {
            snprintf(message, messageSize, "%s: out of memory for the solid", name);
            AbandonOutputFile(&output);
        }
    }
    cdDestroyMeshReport(&report);
    cdDestroyMesh(mesh);
    DestroyTriangleSoup(&soup);
    return good;
}

static int runInfoCommand(int argCount, char *const args[]) {
    MeshPlacement placement = {false, 1.0};
    double leafRadius = 0.0;
    const char *out = NULL, *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "mesh info",
        .arguments = "MESH ",
        .argumentCount = 1,
        .argumentLimit = 1,
        .about =
            "Describes a mesh as JSON lines. The first line has counts, bounds, closed / manifold / oriented, whether\n"
            "the mesh is a box, and the size of the sphere tree. The second describes the enclosed solid (see\n"
            "firstcontact classify --help), or says why the mesh encloses none. Then one line for each defect, with its\n"
            "position. A mesh is a file or builtin:NAME (see firstcontact --help).",
        .example = "firstcontact mesh info builtin:teapot",
        .options = {
            {"--scale", "FACTOR", "scale (default 1)", OPTION_NUMBER, &placement.scale, 1e-100, 1e100, NULL},
            {"--normalize", NULL, "centre the mesh and scale it to a box diagonal of 2, before --scale",
             OPTION_FLAG, &placement.normalize, 0, 0, NULL},
            {"--leaf-radius", "LENGTH", "radius of the leaf spheres (default automatic)", OPTION_NUMBER,
             &leafRadius, 0.0, 1e100, NULL},
            {"--out", "FILE", "write results to FILE, atomically (default standard output)", OPTION_TEXT,
             &out, 0, 0, NULL}}};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    char message[MESSAGE_SIZE];
    if (runInfo(arguments[0], placement, leafRadius, out, message, sizeof message)) return EXIT_DONE;
    SayError("%s", message);
    return EXIT_FAILED;
}

// Keeps the order of vertices and triangles, so the triangles of a face stay together.
static void writeObj(FILE *out, const TriangleSoup *soup) {
    for (int32_t i = 0; i < soup->pointCount; i++) {
        char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
        cdVec3 p = soup->points[i];
        fprintf(out, "v %s %s %s\n", FormatNumber(p.x, x), FormatNumber(p.y, y), FormatNumber(p.z, z));
    }
    for (int32_t i = 0; i < soup->triangleCount; i++) {
        const int32_t *corners = soup->triangles + 3 * (size_t)i;
        fprintf(out, "f %d %d %d\n", (int)corners[0] + 1, (int)corners[1] + 1, (int)corners[2] + 1);
    }
}

// Other programs choose a reader by the extension, so OBJ under another one would be unreadable.
static bool isObjPath(const char *path) {
    size_t length = strlen(path);
    return strncmp(path, "/dev/", 5) == 0 || (length > 4 && gxIsSameWord(path + length - 4, ".obj"));
}

static int runExportCommand(int argCount, char *const args[]) {
    MeshPlacement placement = {false, 1.0};
    const char *arguments[ARGUMENT_MAX];
    const CommandDef def = {
        .name = "mesh export",
        .arguments = "MESH OUT.obj ",
        .argumentCount = 2,
        .argumentLimit = 2,
        .about =
            "Writes the triangles of a mesh as OBJ, with coordinates that read back to the same doubles.",
        .example = "firstcontact mesh export builtin:torus:segments=24 torus.obj",
        .options = {
            {"--scale", "FACTOR", "scale (default 1)", OPTION_NUMBER, &placement.scale, 1e-100, 1e100, NULL},
            {"--normalize", NULL, "centre the mesh and scale it to a box diagonal of 2, before --scale",
             OPTION_FLAG, &placement.normalize, 0, 0, NULL}}};
    int exitCode = ReadCommandLine(&def, argCount, args, arguments);
    if (exitCode >= 0) return exitCode;
    if (!isObjPath(arguments[1])) return FailCall(&def, "export writes OBJ: the name must end in .obj");
    char message[MESSAGE_SIZE];
    TriangleSoup soup;
    OutputFile output;
    BeginWaiting("building the mesh");
    bool good = LoadTriangleSoup(arguments[0], placement, &soup, message, sizeof message) &&
                OpenOutputFile(&output, arguments[1], message, sizeof message);
    if (good) {
        writeObj(output.stream, &soup);
        good = FinishOutputFile(&output, message, sizeof message);
    }
    EndWaiting();
    if (!good) SayError("%s", message);
    DestroyTriangleSoup(&soup);
    return good ? EXIT_DONE : EXIT_FAILED;
}

int RunMeshCommand(int argCount, char *const args[]) {
    if (argCount > 0 && strcmp(args[0], "info") == 0) return runInfoCommand(argCount - 1, args + 1);
    if (argCount > 0 && strcmp(args[0], "export") == 0) return runExportCommand(argCount - 1, args + 1);
    if (argCount > 0 && args[0][0] != '-') {
        SayError("mesh: expected info or export, not '%s' (see firstcontact mesh --help)", args[0]);
        return EXIT_WRONG_CALL;
    }
    bool help = argCount > 0 && (strcmp(args[0], "--help") == 0 || strcmp(args[0], "-h") == 0);
    fprintf(
        help ? stdout : stderr,
        "usage: firstcontact mesh info MESH [options]\n"
        "       firstcontact mesh export MESH OUT.obj [options]\n\n"
        "info describes a mesh and its defects; export writes its triangles as OBJ. Each has its own --help.\n\n"
        "example:\n  firstcontact mesh info builtin:bunny\n");
    return help ? EXIT_DONE : EXIT_WRONG_CALL;
}
