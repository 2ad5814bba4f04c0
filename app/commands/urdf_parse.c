// Parses URDF files with expat; see urdf_model.h.
#include "commands/urdf_model.h"
#include "engine/platform/files.h"
#include "scenes/number_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool FailUrdf(const UrdfModel *model, int line, const char *format, ...) {
    int length = snprintf(model->message, model->messageSize, "%s:%d: ", model->path, line);
    if (length < 0 || (size_t)length >= model->messageSize) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(model->message + length, model->messageSize - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

void DestroyUrdf(UrdfModel *model) {
    free(model->links);
    free(model->shapes);
    free(model->joints);
    model->links = NULL;
    model->shapes = NULL;
    model->joints = NULL;
}

#ifdef FC_HAVE_EXPAT
#include <expat.h>

enum { DEPTH_MAX = 6, FOLDERS_UP = 8, PATH_SIZE = 4096 };
static const double CIRCUMSCRIBED = 1.00455; // radius of the corners of the sphere's polyhedron; inradius 1
static const double LARGEST = 1e100;         // number; beyond it products could overflow
static const double HALF_SQRT = 0.70710678118654752440;

typedef struct Parser {
    XML_Parser expat;
    UrdfModel *model;
    char path[DEPTH_MAX][32]; // names of the elements that are open
    int depth;
    bool failed;
} Parser;

static int getLine(const Parser *parser) {
    return (int)XML_GetCurrentLineNumber(parser->expat);
}

static void fail(Parser *parser, const char *what, const char *name) {
    if (!parser->failed) FailUrdf(parser->model, getLine(parser), "%s '%s'", what, name);
    parser->failed = true;
    XML_StopParser(parser->expat, XML_FALSE);
}

static const char *getValue(const char **attributes, const char *key) {
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], key) == 0) return attributes[1];
    return NULL;
}

// Reads `count` numbers, separated by blanks. An attribute that is absent leaves them as they are.
static void readNumbers(Parser *parser, const char **attributes, const char *key, int count,
                        double *numbers) {
    const char *text = getValue(attributes, key);
    if (text == NULL) return;
    const char *at = text;
    for (int i = 0; i < count; i++) {
        at += strspn(at, " \t\r\n");
        size_t length = strcspn(at, " \t\r\n");
        if (!ReadNumber(at, length, &numbers[i])) {
            fail(parser, "these are not the numbers that belong here:", text);
            return;
        }
        if (!(fabs(numbers[i]) <= LARGEST)) {
            fail(parser, "numbers must be within -1e100 and 1e100, not", text);
            return;
        }
        at += length;
    }
    if (at[strspn(at, " \t\r\n")] != '\0') fail(parser, "too many numbers:", text);
}

static void readName(Parser *parser, const char **attributes, const char *key, char name[SCENE_NAME_SIZE]) {
    const char *text = getValue(attributes, key);
    if (text == NULL || text[0] == '\0')
        fail(parser, "the element needs the attribute", key);
    else if (strlen(text) >= SCENE_NAME_SIZE)
        fail(parser, "the name is too long:", text);
    else
        snprintf(name, SCENE_NAME_SIZE, "%s", text);
}

static cdPose readOrigin(Parser *parser, const char **attributes) {
    double xyz[3] = {0.0}, rpy[3] = {0.0};
    readNumbers(parser, attributes, "xyz", 3, xyz);
    readNumbers(parser, attributes, "rpy", 3, rpy);
    cdQuat x = cdMakeQuat((cdVec3){1.0, 0.0, 0.0}, rpy[0]), y = cdMakeQuat((cdVec3){0.0, 1.0, 0.0}, rpy[1]);
    cdQuat z = cdMakeQuat((cdVec3){0.0, 0.0, 1.0}, rpy[2]);
    return (cdPose){{xyz[0], xyz[1], xyz[2]}, cdNormalizeQuat(cdMulQuat(z, cdMulQuat(y, x)))};
}

// --- Lists

// Adds a zeroed item to a list. @errors NULL, after an error
static void *addItem(Parser *parser, void **list, int32_t *count, size_t size) {
    char *items = realloc(*list, (size_t)(*count + 1) * size);
    if (items == NULL) {
        fail(parser, "out of memory for", "the file");
        return NULL;
    }
    *list = items;
    char *item = items + (size_t)*count * size;
    memset(item, 0, size);
    ++*count;
    return item;
}

static void addLink(Parser *parser, const char **attributes) {
    UrdfModel *model = parser->model;
    UrdfLink *link = addItem(parser, (void **)&model->links, &model->linkCount, sizeof *link);
    if (link == NULL) return;
    link->joint = -1;
    readName(parser, attributes, "name", link->name);
    for (int32_t i = 0; i + 1 < model->linkCount; i++)
        if (strcmp(model->links[i].name, link->name) == 0)
            fail(parser, "two links have the name", link->name);
}

static void addJoint(Parser *parser, const char **attributes) {
    static const char *const types[] = {"revolute", "continuous", "prismatic", "fixed"};
    static const cdJointKind kinds[] = {CD_JOINT_HINGE, CD_JOINT_HINGE, CD_JOINT_SLIDER, CD_JOINT_FIXED};
    UrdfModel *model = parser->model;
    UrdfJoint *joint = addItem(parser, (void **)&model->joints, &model->jointCount, sizeof *joint);
    if (joint == NULL) return;
    joint->line = getLine(parser);
    joint->origin = cdIdentityPose();
    joint->axis = (cdVec3){1.0, 0.0, 0.0};
    readName(parser, attributes, "name", joint->name);
    const char *type = getValue(attributes, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (type == NULL || strcmp(type, types[i]) != 0) continue;
        joint->kind = kinds[i];
        joint->limited = i == 0 || i == 2;
        return;
    }
    fail(parser, "a joint must be revolute, continuous, prismatic or fixed, not", type != NULL ? type : "");
}

static void addShape(Parser *parser, bool isCollision) {
    UrdfModel *model = parser->model;
    UrdfShape *shape = addItem(parser, (void **)&model->shapes, &model->shapeCount, sizeof *shape);
    if (shape == NULL) return;
    shape->link = model->linkCount - 1;
    shape->isCollision = isCollision;
    shape->shape = (SceneShape){.pose = cdIdentityPose(), .scale = 1.0, .density = 1.0};
    if (isCollision) model->links[shape->link].hasCollision = true;
}

// --- Geometry

static bool tryPath(const Parser *parser, int up, const char *rest, char mesh[SCENE_TEXT_SIZE]) {
    const char *own = parser->model->path, *slash = strrchr(own, '/');
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%.*s", slash != NULL ? (int)(slash + 1 - own) : 0, own);
    for (int i = 0; i < up; i++)
        length += snprintf(path + length, sizeof path - (size_t)length, "../");
    length += snprintf(path + length, sizeof path - (size_t)length, "%s", rest);
    if (length >= SCENE_TEXT_SIZE || !gxHasPath(path)) return false;
    snprintf(mesh, SCENE_TEXT_SIZE, "%.*s", SCENE_TEXT_SIZE - 1, path);
    return true;
}

// Finds a mesh beside the file, or of a package: in a folder of that name around the file, or in a folder
// around it that is the package.
static void findMesh(Parser *parser, const char *name, char mesh[SCENE_TEXT_SIZE]) {
    bool isPackage = strncmp(name, "package://", 10) == 0;
    const char *rest = isPackage ? name + 10 : strncmp(name, "file://", 7) == 0 ? name + 7 : name;
    if (gxIsFullPath(rest) && gxHasPath(rest) && strlen(rest) < SCENE_TEXT_SIZE) {
        snprintf(mesh, SCENE_TEXT_SIZE, "%s", rest);
        return;
    }
    const char *inside = isPackage && strchr(rest, '/') != NULL ? strchr(rest, '/') + 1 : NULL;
    for (int up = 0; up < (isPackage ? FOLDERS_UP : 1); up++) {
        if (strlen(rest) < SCENE_TEXT_SIZE && tryPath(parser, up, rest, mesh)) return;
        if (inside != NULL && strlen(inside) < SCENE_TEXT_SIZE && tryPath(parser, up, inside, mesh)) return;
    }
    fail(parser, "no such mesh file, or it is too long:", name);
}

static void readMesh(Parser *parser, const char **attributes, SceneShape *shape) {
    double scale[3] = {1.0, 1.0, 1.0};
    readNumbers(parser, attributes, "scale", 3, scale);
    if (!(scale[0] > 0.0) || scale[0] != scale[1] || scale[0] != scale[2])
        fail(parser, "a mesh needs the same scale above 0 along all axes, not",
             getValue(attributes, "scale"));
    shape->scale = scale[0];
    const char *name = getValue(attributes, "filename");
    if (name == NULL)
        fail(parser, "the element needs the attribute", "filename");
    else if (!parser->failed)
        findMesh(parser, name, shape->mesh);
}

static double readLength(Parser *parser, const char **attributes, const char *key) {
    double length = 0.0;
    readNumbers(parser, attributes, key, 1, &length);
    if (!(length > 0.0)) fail(parser, "the element needs a length above 0 as", key);
    return length;
}

static void readGeometry(Parser *parser, const char *name, const char **attributes) {
    SceneShape *shape = &parser->model->shapes[parser->model->shapeCount - 1].shape;
    if (strcmp(name, "mesh") == 0) {
        readMesh(parser, attributes, shape);
    } else if (strcmp(name, "box") == 0) {
        double size[3] = {0.0};
        readNumbers(parser, attributes, "size", 3, size);
        if (!(size[0] > 0.0 && size[1] > 0.0 && size[2] > 0.0))
            fail(parser, "a box needs three lengths as", "size");
        snprintf(shape->mesh, sizeof shape->mesh, "builtin:box:x=%.17g,y=%.17g,z=%.17g", 0.5 * size[0],
                 0.5 * size[1], 0.5 * size[2]);
    } else if (strcmp(name, "sphere") == 0) {
        double radius = CIRCUMSCRIBED * readLength(parser, attributes, "radius");
        snprintf(shape->mesh, sizeof shape->mesh, "builtin:icosphere:radius=%.17g,level=3", radius);
    } else if (strcmp(name, "cylinder") == 0) {
        double radius = readLength(parser, attributes, "radius"),
               length = readLength(parser, attributes, "length");
        snprintf(shape->mesh, sizeof shape->mesh, "builtin:peg:half=%.17g,length=%.17g,sides=48", radius,
                 length);
        // The prism is about y.
        shape->pose.q = cdMulQuat(shape->pose.q, (cdQuat){HALF_SQRT, HALF_SQRT, 0.0, 0.0});
    } else {
        fail(parser, "a geometry must be a box, a cylinder, a sphere or a mesh, not", name);
    }
}

// --- Elements

static bool isAt(const Parser *parser, int depth, const char *name) {
    return strcmp(parser->path[depth], name) == 0;
}

static void readJointPart(Parser *parser, const char *name, const char **attributes) {
    UrdfJoint *joint = &parser->model->joints[parser->model->jointCount - 1];
    if (strcmp(name, "origin") == 0) joint->origin = readOrigin(parser, attributes);
    if (strcmp(name, "parent") == 0) readName(parser, attributes, "link", joint->parent);
    if (strcmp(name, "child") == 0) readName(parser, attributes, "link", joint->child);
    if (strcmp(name, "mimic") == 0) fail(parser, "joints that mimic another are not supported:", joint->name);
    if (strcmp(name, "limit") == 0 && joint->limited) {
        readNumbers(parser, attributes, "lower", 1, &joint->lower);
        readNumbers(parser, attributes, "upper", 1, &joint->upper);
    }
    if (strcmp(name, "axis") != 0) return;
    double axis[3] = {1.0, 0.0, 0.0};
    readNumbers(parser, attributes, "xyz", 3, axis);
    joint->axis = (cdVec3){axis[0], axis[1], axis[2]};
    if (!(cdLength(joint->axis) > 0.0)) fail(parser, "the axis must not be zero in the joint", joint->name);
}

static void beginElement(void *context, const char *name, const char **attributes) {
    Parser *parser = context;
    int depth = parser->depth++;
    if (parser->failed || depth >= DEPTH_MAX) return;
    snprintf(parser->path[depth], sizeof parser->path[depth], "%s", name);
    if (depth == 0) {
        if (strcmp(name, "robot") != 0) fail(parser, "a URDF file has the element robot, not", name);
        return;
    }
    bool inLink = depth > 1 && isAt(parser, 1, "link"), inJoint = depth > 1 && isAt(parser, 1, "joint");
    bool inShape = inLink && depth > 2 && (isAt(parser, 2, "collision") || isAt(parser, 2, "visual"));
    if (depth == 1 && strcmp(name, "link") == 0) addLink(parser, attributes);
    if (depth == 1 && strcmp(name, "joint") == 0) addJoint(parser, attributes);
    if (depth == 2 && inJoint) readJointPart(parser, name, attributes);
    if (depth == 2 && inLink && strcmp(name, "collision") == 0) addShape(parser, true);
    if (depth == 2 && inLink && strcmp(name, "visual") == 0) addShape(parser, false);
    if (depth == 4 && inShape && isAt(parser, 3, "geometry")) readGeometry(parser, name, attributes);
    if (depth != 3 || !inShape || strcmp(name, "origin") != 0) return;
    // The geometry may come first.
    SceneShape *shape = &parser->model->shapes[parser->model->shapeCount - 1].shape;
    shape->pose = cdMulPose(readOrigin(parser, attributes), shape->pose);
}

static void endElement(void *context, const char *name) {
    Parser *parser = context;
    int depth = --parser->depth;
    (void)name;
    if (parser->failed || depth >= DEPTH_MAX) return;
    const UrdfModel *model = parser->model;
    bool isShape =
        depth == 2 && isAt(parser, 1, "link") && (isAt(parser, 2, "collision") || isAt(parser, 2, "visual"));
    if (isShape && model->shapes[model->shapeCount - 1].shape.mesh[0] == '\0')
        fail(parser, "no geometry in the element", parser->path[2]);
    if (depth != 1 || !isAt(parser, 1, "joint")) return;
    const UrdfJoint *joint = &model->joints[model->jointCount - 1];
    if (joint->parent[0] == '\0' || joint->child[0] == '\0')
        fail(parser, "a parent or a child is missing in the joint", joint->name);
    else if (joint->limited && !(joint->lower < joint->upper))
        fail(parser, "the lower limit must be below the upper one in the joint", joint->name);
}

bool ParseUrdf(UrdfModel *model, const char *text, size_t length) {
    Parser parser = {.expat = XML_ParserCreate(NULL), .model = model};
    bool good = parser.expat != NULL || FailUrdf(model, 1, "out of memory");
    if (good) {
        XML_SetUserData(parser.expat, &parser);
        XML_SetElementHandler(parser.expat, beginElement, endElement);
        bool parsed = length < INT32_MAX && XML_Parse(parser.expat, text, (int)length, 1) == XML_STATUS_OK;
        if (!parsed && !parser.failed)
            FailUrdf(model, getLine(&parser), "invalid XML: %s",
                     XML_ErrorString(XML_GetErrorCode(parser.expat)));
        good = parsed && !parser.failed;
        XML_ParserFree(parser.expat);
    }
    return good && (model->linkCount > 0 || FailUrdf(model, 1, "the robot has no links"));
}

#else

bool ParseUrdf(UrdfModel *model, const char *text, size_t length) {
    (void)text;
    (void)length;
    return FailUrdf(model, 1, "this program was built without expat, which reads URDF files");
}

#endif
