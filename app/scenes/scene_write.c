// Writes scenes as JSON. Numbers read back to the same doubles (cJSON's own printing may lose the last bit).
#include "engine/platform/files.h"
#include "engine/platform/plain_text.h"
#include "scenes/json_write.h"
#include "scenes/names.h"
#include "scenes/scene_file.h"
#include "scenes/scene_joint.h"
#include "scenes/scene_pair.h"
#include "scenes/whole_file.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void writeNumber(FILE *out, const char *key, double value) {
    fprintf(out, "\"%s\":", key);
    WriteJsonNumber(out, value);
}

static void writeVector(FILE *out, const char *key, cdVec3 vector) {
    fprintf(out, "\"%s\":", key);
    WriteJsonVector(out, vector);
}

static void writePose(FILE *out, const char *key, cdPose pose) {
    fprintf(out, "\"%s\":", key);
    WriteJsonPose(out, pose);
}

// Writes the mesh's path relative to the folder of `path`, or its full path.
void WriteSceneMesh(FILE *out, const char *mesh, const char *path) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    char here[GX_PATH_MAX], full[GX_PATH_MAX + SCENE_TEXT_SIZE];
    fputs("\"mesh\":", out);
    if (strncmp(mesh, "builtin:", 8) == 0 || gxIsFullPath(mesh)) {
        WriteJsonString(out, mesh);
    } else if (strncmp(mesh, path, folder) == 0) {
        WriteJsonString(out, mesh + folder);
    } else if (gxGetWorkingFolder(here, sizeof here)) {
        snprintf(full, sizeof full, "%s/%s", here, mesh);
        WriteJsonString(out, full);
    } else {
        WriteJsonString(out, mesh);
    }
}

// Writes a body's material where it differs from the reader's default; all of a dynamic body's.
static void writeMatter(FILE *out, const SceneObject *object) {
    bool dynamic = object->body == SCENE_DYNAMIC;
    const struct {
        const char *key;
        double value, assumed;
    } numbers[] = {{"density", object->density, 1.0},
                   {"mass", object->mass, 0.0},
                   {"restitution", object->restitution, 0.0},
                   {"friction", object->friction, 0.5}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        bool said = dynamic && i != 1; // a mass replaces the density
        if (!said && numbers[i].value == numbers[i].assumed) continue;
        fputc(',', out);
        writeNumber(out, numbers[i].key, numbers[i].value);
    }
    WriteSceneTraits(out, &object->traits);
    if (!dynamic && (object->body != SCENE_KINEMATIC || object->nodeCount > 0)) return;
    fputc(',', out);
    writeVector(out, "velocity", object->velocity);
    fputc(',', out);
    writeVector(out, "angularVelocity", object->angularVelocity);
}

// Writes the rest of a path, behind the object's own time.
static void writePath(FILE *out, const SceneData *data, const SceneObject *object) {
    bool any = false;
    for (int32_t i = 0; i < object->nodeCount; i++) {
        const cdPathNode *node = &data->nodes[object->firstNode + i];
        cdVec3 p = node->pose.p;
        cdQuat q = node->pose.q;
        const double numbers[] = {node->time - object->pathStart, p.x, p.y, p.z, q.w, q.x, q.y, q.z};
        if (object->pathStart > 0.0 && !(numbers[0] > 0.0)) continue;
        fputs(any ? ",\n            [" : ",\n   \"poses\":[[", out);
        for (int k = 0; k < 8; k++) {
            if (k > 0) fputc(',', out);
            WriteJsonNumber(out, numbers[k]);
        }
        fputc(']', out);
        any = true;
    }
    if (any) fputc(']', out);
}

static void writeShapes(FILE *out, const SceneData *data, const SceneObject *object, const char *path) {
    fputs("\"shapes\":[", out);
    for (int32_t i = 0; i < object->shapeCount; i++) {
        const SceneShape *shape = &data->shapes[object->firstShape + i];
        fputs(i > 0 ? ",\n             {" : "{", out);
        WriteSceneMesh(out, shape->mesh, path);
        fputc(',', out);
        writePose(out, "pose", shape->pose);
        fputc(',', out);
        writeNumber(out, "scale", shape->scale);
        fputc(',', out);
        writeNumber(out, "density", shape->density);
        fputc('}', out);
    }
    fputs("],", out);
}

// Writes the mesh and its size, or the shapes, which have sizes of their own.
static void writeForm(FILE *out, const SceneData *data, const SceneObject *object, const char *path) {
    if (object->shapeCount > 0) {
        writeShapes(out, data, object, path);
        writePose(out, "pose", object->pose);
        return;
    }
    WriteSceneMesh(out, object->mesh, path);
    fputc(',', out);
    writePose(out, "pose", object->pose);
    fputc(',', out);
    writeNumber(out, "scale", object->scale);
}

static void writeObject(FILE *out, const SceneData *data, const SceneObject *object, const char *path) {
    static const char *const bodies[] = {"fixed", "driven", "dynamic", "moved", "kinematic"};
    fputs("  {\"name\":", out);
    WriteJsonString(out, object->name);
    fputc(',', out);
    writeForm(out, data, object, path);
    if (object->transparent) fputs(",\"transparent\":true", out);
    if (object->noProxy) fputs(",\"proxy\":false", out);
    if (object->leafRadius > 0.0) {
        fputc(',', out);
        writeNumber(out, "leafRadius", object->leafRadius);
    }
    if (object->shapeCount == 0) fprintf(out, ",\"normalize\":%s", object->normalize ? "true" : "false");
    fprintf(out, ",\"body\":\"%s\"", bodies[object->body]);
    if (object->pushes) fputs(",\"pushes\":true", out);
    writeMatter(out, object);
    if (object->body == SCENE_KINEMATIC) writePath(out, data, object);
    fputc('}', out);
}

static void writeStoryStep(FILE *out, const SceneData *data, const SceneStoryStep *step) {
    fputs("  {\"caption\":", out);
    WriteJsonString(out, step->caption);
    if (step->object < 0) {
        fputc(',', out);
        writeNumber(out, "time", step->time);
        fputc('}', out);
        return;
    }
    fputs(",\"object\":", out);
    WriteJsonString(out, data->objects[step->object].name);
    fprintf(out, ",\"mode\":\"%s\",\"response\":\"%s\",", GetModeNames()[step->mode],
            GetResponseNames()[step->response]);
    if (step->continues) fputs("\"continues\":true,", out);
    writePose(out, "start", step->start);
    fputc(',', out);
    writePose(out, "target", step->target);
    fprintf(out, ",\"expected\":\"%s\"}", GetStateNames()[step->expected]);
}

static void writeCamera(FILE *out, const SceneCamera *camera) {
    if (cdLength(cdSub(camera->eye, camera->target)) == 0.0) return; // the reader chooses it
    fputs(",\n \"camera\":{", out);
    writeVector(out, "eye", camera->eye);
    fputc(',', out);
    writeVector(out, "target", camera->target);
    fputc(',', out);
    writeNumber(out, "fov", camera->fov);
    fputc('}', out);
}

static void writeScene(FILE *out, const SceneData *data, const char *path) {
    fputs("{\"name\":", out);
    WriteJsonString(out, data->name);
    fputs(",\n \"about\":", out);
    WriteJsonString(out, data->about);
    fputs(",\n ", out);
    writeVector(out, "gravity", data->gravity);
    fprintf(out, ",\n \"mode\":\"%s\",\"response\":\"%s\",", GetModeNames()[data->mode],
            GetResponseNames()[data->response]);
    writeNumber(out, "margin", data->margin);
    if (!data->ground) fputs(",\"ground\":false", out);
    fputs(",\n \"objects\":[\n", out);
    for (int32_t i = 0; i < data->objectCount; i++) {
        writeObject(out, data, &data->objects[i], path);
        fputs(i + 1 < data->objectCount ? ",\n" : "]", out);
    }
    if (data->jointCount > 0) fputs(",\n \"joints\":[\n", out);
    for (int32_t i = 0; i < data->jointCount; i++) {
        WriteSceneJoint(out, data, &data->joints[i]);
        fputs(i + 1 < data->jointCount ? ",\n" : "]", out);
    }
    if (data->pairCount > 0) fputs(",\n \"pairs\":[\n", out);
    for (int32_t i = 0; i < data->pairCount; i++) {
        WriteScenePair(out, data, &data->pairs[i]);
        fputs(i + 1 < data->pairCount ? ",\n" : "]", out);
    }
    if (data->storyCount > 0) fputs(",\n \"story\":[\n", out);
    for (int32_t i = 0; i < data->storyCount; i++) {
        writeStoryStep(out, data, &data->story[i]);
        fputs(i + 1 < data->storyCount ? ",\n" : "]", out);
    }
    writeCamera(out, &data->camera);
    fputs("}\n", out);
}

char *MakeSceneText(const SceneData *data, const char *path) {
    gxTextStream out;
    if (!gxOpenTextStream(&out)) return NULL;
    writeScene(out.stream, data, path);
    gxCloseTextStream(&out);
    return out.text;
}

bool WriteSceneFile(const SceneData *data, const char *path, char *message, size_t messageSize) {
    OutputFile output;
    if (!OpenOutputFile(&output, path, message, messageSize)) return false;
    writeScene(output.stream, data, path);
    return FinishOutputFile(&output, message, messageSize);
}
