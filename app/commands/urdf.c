// Reads URDF files; see urdf.h.
//
// (1) Expat calls back for each element. Those of a <robot>'s <link>s and <joint>s are kept, with their
// lines; all others (inertia, materials, transmissions, extensions of simulators) are skipped. (2)
// The joints place the links at their values 0, from the root downwards. (3) Links and joints become objects
// and joints of a scene.
#include "commands/urdf.h"
#include "commands/urdf_model.h"
#include "scenes/whole_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- (2)

static int32_t findLink(const UrdfModel *model, const char *name) {
    for (int32_t i = 0; i < model->linkCount; i++)
        if (strcmp(model->links[i].name, name) == 0) return i;
    return -1;
}

static bool connectJoints(UrdfModel *model) {
    for (int32_t i = 0; i < model->jointCount; i++) {
        UrdfJoint *joint = &model->joints[i];
        int32_t parent = findLink(model, joint->parent), child = findLink(model, joint->child);
        if (parent < 0 || child < 0)
            return FailUrdf(model, joint->line, "joint '%s': no link has the name '%s'", joint->name,
                            parent < 0 ? joint->parent : joint->child);
        if (model->links[child].joint >= 0)
            return FailUrdf(model, joint->line, "joint '%s': the link '%s' has two parents", joint->name,
                            joint->child);
        model->links[child].joint = i;
        joint->links[0] = child;
        joint->links[1] = parent;
    }
    return true;
}

static bool placeLinks(UrdfModel *model) {
    for (int32_t i = 0; i < model->linkCount; i++) {
        cdPose pose = cdIdentityPose();
        int32_t link = i, steps = 0;
        while (model->links[link].joint >= 0) {
            const UrdfJoint *joint = &model->joints[model->links[link].joint];
            if (steps++ > model->linkCount)
                return FailUrdf(model, joint->line, "the joints form a loop at the link '%s'", joint->child);
            pose = cdMulPose(joint->origin, pose);
            link = joint->links[1];
        }
        pose.q = cdNormalizeQuat(pose.q);
        model->links[i].pose = pose;
    }
    return true;
}

// --- (3)

static bool addObject(const UrdfModel *model, const UrdfLink *link, SceneData *data, bool *isEmpty) {
    SceneShape *shapes = calloc((size_t)model->shapeCount + 1, sizeof *shapes);
    int32_t index = (int32_t)(link - model->links), count = 0;
    for (int32_t i = 0; i < model->shapeCount && shapes != NULL; i++)
        if (model->shapes[i].link == index && model->shapes[i].isCollision == link->hasCollision)
            shapes[count++] = model->shapes[i].shape;
    *isEmpty = count == 0;
    if (count == 0 && shapes != NULL)
        shapes[count++] =
            (SceneShape){.mesh = "builtin:box", .pose = cdIdentityPose(), .scale = 1.0, .density = 1.0};
    SceneObject *object =
        shapes == NULL ? NULL
                       : AddSceneObject(data, link->name, "", link->joint < 0 ? SCENE_FIXED : SCENE_DYNAMIC);
    bool good = object != NULL && SetSceneShapes(data, object, shapes, count);
    if (good) object->pose = link->pose;
    if (good) object->line = link->line;
    free(shapes);
    return good;
}

static bool addJoint(const UrdfModel *model, const UrdfJoint *joint, SceneData *data) {
    cdPose frame = model->links[joint->links[0]].pose;
    SceneJoint *added = AddSceneJoint(data, joint->kind, joint->links[0], joint->links[1], frame.p,
                                      cdRotate(frame.q, joint->axis));
    if (added == NULL) return false;
    snprintf(added->name, sizeof added->name, "%s", joint->name);
    added->def.limited = joint->limited;
    added->def.lower = joint->lower;
    added->def.upper = joint->upper;
    added->def.passes = true;
    return true;
}

static bool makeScene(UrdfModel *model, SceneData *data, bool *isEmpty) {
    bool good = true;
    snprintf(data->file, sizeof data->file, "%s", model->path);
    for (int32_t i = 0; i < model->linkCount && good; i++)
        good = addObject(model, &model->links[i], data, &isEmpty[i]);
    for (int32_t i = 0; i < model->jointCount && good; i++)
        good = addJoint(model, &model->joints[i], data);
    return good || FailUrdf(model, 1, "out of memory");
}

bool ReadUrdfText(const char *text, size_t length, const char *path, SceneData *data, bool **isEmpty,
                  char *message, size_t messageSize) {
    UrdfModel model = {.path = path, .message = message, .messageSize = messageSize};
    *data = MakeEmptySceneData();
    bool good = ParseUrdf(&model, text, length) && connectJoints(&model) && placeLinks(&model);
    *isEmpty = good ? calloc((size_t)(uint32_t)model.linkCount + 1, sizeof **isEmpty) : NULL;
    if (good && *isEmpty == NULL) good = FailUrdf(&model, 1, "out of memory");
    good = good && makeScene(&model, data, *isEmpty);
    DestroyUrdf(&model);
    if (good) return true;
    DestroySceneData(data);
    free(*isEmpty);
    *isEmpty = NULL;
    return false;
}

bool ReadUrdfFile(const char *path, SceneData *data, bool **isEmpty, char *message, size_t messageSize) {
    size_t length = 0;
    *data = MakeEmptySceneData();
    *isEmpty = NULL;
    char *text = ReadWholeFile(path, &length, message, messageSize);
    bool good = text != NULL && ReadUrdfText(text, length, path, data, isEmpty, message, messageSize);
    free(text);
    return good;
}
