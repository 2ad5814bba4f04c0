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

enum { DEPTH_MAX = 6, FOLDERS_UP = 8, PATH_SIZE = 4096, WHAT_SIZE = 1024 };
static const double CIRCUMSCRIBED = 1.00455; // radius of the corners of the sphere's polyhedron; inradius 1
static const double LARGEST = 1e100;         // number; beyond it products could overflow
static const double HALF_SQRT = 0.70710678118654752440;
static const char BLANKS[] = " \t\r\n";

typedef struct Parser {
    XML_Parser expat;
    UrdfModel *model;
    char path[DEPTH_MAX][32]; // names of the elements that are open
    int depth;
    int line;                         // of the element that is read, for messages
    char owner[SCENE_NAME_SIZE + 16]; // link or joint that is read, likewise: "joint 'elbow': "
    bool failed;
} Parser;

static int getLine(const Parser *parser) {
    return (int)XML_GetCurrentLineNumber(parser->expat);
}

static void fail(Parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Reports an error of the link or joint that is read, and ends the parsing.
static void fail(Parser *parser, const char *format, ...) {
    char what[WHAT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (!parser->failed) FailUrdf(parser->model, parser->line, "%s%s", parser->owner, what);
    parser->failed = true;
    XML_StopParser(parser->expat, XML_FALSE);
}

// Returns the name of the innermost open element.
static const char *getElement(const Parser *parser) {
    return parser->path[parser->depth - 1];
}

static const char *getValue(const char **attributes, const char *key) {
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], key) == 0) return attributes[1];
    return NULL;
}

// Returns the text after `count` numbers, separated by blanks. @errors NULL
static const char *takeNumbers(const char *text, int count, double *numbers) {
    for (int i = 0; i < count; i++) {
        text += strspn(text, BLANKS);
        size_t length = strcspn(text, BLANKS);
        if (!ReadNumber(text, length, &numbers[i])) return NULL;
        text += length;
    }
    return text + strspn(text, BLANKS);
}

// Reads `count` numbers. An attribute that is absent leaves them as they are.
static void readNumbers(Parser *parser, const char **attributes, const char *key, int count,
                        double *numbers) {
    const char *text = getValue(attributes, key), *end;
    if (text == NULL) return;
    end = takeNumbers(text, count, numbers);
    if (end == NULL || *end != '\0') {
        fail(parser, "%s of <%s> must be %s, not '%s'", key, getElement(parser),
             count == 1 ? "a number" : "three numbers", text);
        return;
    }
    for (int i = 0; i < count; i++)
        if (!(fabs(numbers[i]) <= LARGEST))
            fail(parser, "%s of <%s> must be within -1e100 and 1e100, not '%s'", key, getElement(parser),
                 text);
}

static void readName(Parser *parser, const char **attributes, const char *key, char name[SCENE_NAME_SIZE]) {
    const char *text = getValue(attributes, key);
    if (text == NULL || text[0] == '\0')
        fail(parser, "<%s> needs the attribute '%s'", getElement(parser), key);
    else if (strlen(text) >= SCENE_NAME_SIZE)
        fail(parser, "the name is longer than %d bytes: '%s'", SCENE_NAME_SIZE - 1, text);
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
        fail(parser, "out of memory");
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
    link->line = parser->line;
    link->joint = -1;
    readName(parser, attributes, "name", link->name);
    for (int32_t i = 0; i + 1 < model->linkCount; i++)
        if (strcmp(model->links[i].name, link->name) == 0)
            fail(parser, "two links have the name '%s'", link->name);
    snprintf(parser->owner, sizeof parser->owner, "link '%s': ", link->name);
}

static void addJoint(Parser *parser, const char **attributes) {
    static const char *const types[] = {"revolute", "continuous", "prismatic", "fixed"};
    static const cdJointKind kinds[] = {CD_JOINT_HINGE, CD_JOINT_HINGE, CD_JOINT_SLIDER, CD_JOINT_FIXED};
    UrdfModel *model = parser->model;
    UrdfJoint *joint = addItem(parser, (void **)&model->joints, &model->jointCount, sizeof *joint);
    if (joint == NULL) return;
    joint->line = parser->line;
    joint->origin = cdIdentityPose();
    joint->axis = (cdVec3){1.0, 0.0, 0.0};
    readName(parser, attributes, "name", joint->name);
    snprintf(parser->owner, sizeof parser->owner, "joint '%s': ", joint->name);
    const char *type = getValue(attributes, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (type == NULL || strcmp(type, types[i]) != 0) continue;
        joint->kind = kinds[i];
        joint->limited = i == 0 || i == 2;
        return;
    }
    fail(parser, "a joint must be revolute, continuous, prismatic or fixed, not '%s'",
         type != NULL ? type : "");
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
    fail(parser, "there is no mesh file '%s' %s, or its path is too long", name,
         isPackage ? "in a folder around the robot's file" : "beside the robot's file");
}

static void readMesh(Parser *parser, const char **attributes, SceneShape *shape) {
    double scale[3] = {1.0, 1.0, 1.0};
    readNumbers(parser, attributes, "scale", 3, scale);
    if (!(scale[0] > 0.0) || scale[0] != scale[1] || scale[0] != scale[2])
        fail(parser, "a mesh needs the same scale above 0 along all axes, not '%s'",
             getValue(attributes, "scale"));
    shape->scale = scale[0];
    const char *name = getValue(attributes, "filename");
    if (name == NULL)
        fail(parser, "<mesh> needs the attribute 'filename'");
    else if (!parser->failed)
        findMesh(parser, name, shape->mesh);
}

static double readLength(Parser *parser, const char **attributes, const char *key) {
    double length = 0.0;
    readNumbers(parser, attributes, key, 1, &length);
    if (!(length > 0.0)) fail(parser, "<%s> needs a %s above 0", getElement(parser), key);
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
            fail(parser, "<box> needs a size of three lengths above 0");
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
        fail(parser, "a geometry must be a box, a cylinder, a sphere or a mesh, not '%s'", name);
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
    if (strcmp(name, "mimic") == 0) fail(parser, "joints that mimic another are not supported");
    if (strcmp(name, "limit") == 0 && joint->limited) {
        joint->hasLimit = true;
        readNumbers(parser, attributes, "lower", 1, &joint->lower);
        readNumbers(parser, attributes, "upper", 1, &joint->upper);
    }
    if (strcmp(name, "axis") != 0) return;
    double axis[3] = {1.0, 0.0, 0.0};
    readNumbers(parser, attributes, "xyz", 3, axis);
    joint->axis = (cdVec3){axis[0], axis[1], axis[2]};
    if (!(cdLength(joint->axis) > 0.0)) fail(parser, "the axis must not be zero");
}

static void beginElement(void *context, const char *name, const char **attributes) {
    Parser *parser = context;
    int depth = parser->depth++;
    parser->line = getLine(parser);
    if (parser->failed || depth >= DEPTH_MAX) return;
    snprintf(parser->path[depth], sizeof parser->path[depth], "%s", name);
    if (depth == 0) {
        if (strcmp(name, "robot") != 0) fail(parser, "a URDF file has the element robot, not '%s'", name);
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

// Tests a joint that is complete. Messages have the line of its beginning.
static void checkJoint(Parser *parser, const UrdfJoint *joint) {
    parser->line = joint->line;
    char lower[NUMBER_TEXT_SIZE], upper[NUMBER_TEXT_SIZE];
    if (joint->parent[0] == '\0' || joint->child[0] == '\0')
        fail(parser, "the element <%s> is missing", joint->parent[0] == '\0' ? "parent" : "child");
    else if (joint->limited && !joint->hasLimit)
        fail(parser, "a %s joint needs the element <limit> with lower and upper",
             joint->kind == CD_JOINT_HINGE ? "revolute" : "prismatic");
    else if (joint->limited && !(joint->lower < joint->upper))
        fail(parser, "the lower limit, %s, must be below the upper one, %s",
             FormatNumber(joint->lower, lower), FormatNumber(joint->upper, upper));
}

static void endElement(void *context, const char *name) {
    Parser *parser = context;
    int depth = --parser->depth;
    parser->line = getLine(parser);
    (void)name;
    if (parser->failed || depth >= DEPTH_MAX) return;
    const UrdfModel *model = parser->model;
    bool isShape =
        depth == 2 && isAt(parser, 1, "link") && (isAt(parser, 2, "collision") || isAt(parser, 2, "visual"));
    if (isShape && model->shapes[model->shapeCount - 1].shape.mesh[0] == '\0')
        fail(parser, "no geometry in <%s>", parser->path[2]);
    if (depth == 1 && isAt(parser, 1, "joint")) checkJoint(parser, &model->joints[model->jointCount - 1]);
    if (depth == 1) parser->owner[0] = '\0';
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
