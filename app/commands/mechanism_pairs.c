// Adds pairs to a mechanism; see mechanism_pairs.h.
//
// (1) The options: objects by their names, with a length. (2) Meshes with an allowance. (3) Links that are
// copies, for the allowance of one pair.
#include "commands/mechanism_pairs.h"
#include "scenes/number_text.h"
#include "scenes/scene_pair.h"

#include <stdlib.h>
#include <string.h>

struct InsetMesh {
    const char *name; // of the scene
    MeshPlacement placement;
    double allowance;
    cdMesh *mesh;
};

typedef struct Adder {
    Mechanism *mechanism;
    char *message;
    size_t messageSize;
} Adder;

static bool failMemory(const Adder *adder) {
    snprintf(adder->message, adder->messageSize, "out of memory");
    return false;
}

// --- (1)

static int32_t findObject(const SceneData *data, const char *name, size_t length) {
    for (int32_t i = 0; i < data->objectCount; i++)
        if (strncmp(data->objects[i].name, name, length) == 0 && data->objects[i].name[length] == '\0')
            return i;
    return -1;
}

// Returns the part of a text "A,B" that names no object, beside a name if there are several commas. NULL:
// both name the same, or there is no comma.
static const char *findUnknown(const SceneData *data, const char *text, size_t length,
                               size_t *unknownLength) {
    const char *unknown = NULL;
    for (size_t comma = 0; comma < length; comma++) {
        if (text[comma] != ',') continue;
        const char *second = text + comma + 1;
        size_t rest = length - comma - 1;
        bool hasFirst = findObject(data, text, comma) >= 0, hasSecond = findObject(data, second, rest) >= 0;
        if (hasFirst && hasSecond) return NULL;
        if (unknown != NULL && hasFirst == hasSecond) continue;
        unknown = hasFirst ? second : text;
        *unknownLength = hasFirst ? rest : comma;
    }
    return unknown;
}

static bool failPair(const Adder *adder, const char *option, const char *text, size_t length) {
    size_t unknownLength = 0;
    const char *unknown = findUnknown(&adder->mechanism->data, text, length, &unknownLength);
    if (unknown != NULL)
        snprintf(adder->message, adder->messageSize, "%s %s: no link has the name '%.*s'", option, text,
                 (int)unknownLength, unknown);
    else
        snprintf(adder->message, adder->messageSize, "%s needs the names of two links, A,B%s, not '%s'",
                 option, text[length] == '=' ? "=LENGTH" : "", text);
    return false;
}

// Finds the two objects of text[length], "A,B", the first part of an option's text. Names may have commas.
static bool findPair(const Adder *adder, const char *option, const char *text, size_t length,
                     int32_t objects[2]) {
    const SceneData *data = &adder->mechanism->data;
    for (size_t comma = 0; comma < length; comma++) {
        if (text[comma] != ',') continue;
        objects[0] = findObject(data, text, comma);
        objects[1] = findObject(data, text + comma + 1, length - comma - 1);
        if (objects[0] >= 0 && objects[1] >= 0 && objects[0] != objects[1]) return true;
    }
    return failPair(adder, option, text, length);
}

// Reads "LENGTH" or "A,B=LENGTH". `pair`: receives NULL or the pair.
static bool readLength(const Adder *adder, const char *option, const char *text, double *length,
                       ScenePair **pair) {
    SceneData *data = &adder->mechanism->data;
    const char *equals = strrchr(text, '='), *number = equals != NULL ? equals + 1 : text;
    int32_t objects[2];
    *pair = NULL;
    if (!ReadNumber(number, strlen(number), length) || !(*length >= 0.0 && *length <= JSON_NUMBER_MAX)) {
        snprintf(adder->message, adder->messageSize,
                 "%s must be a number from 0 to %g, or A,B=NUMBER, not '%s'", option, JSON_NUMBER_MAX, text);
        return false;
    }
    if (equals == NULL) return true;
    if (!findPair(adder, option, text, (size_t)(equals - text), objects)) return false;
    *pair = FindScenePair(data, objects[0], objects[1]);
    return *pair != NULL || failMemory(adder);
}

bool ReadPairLengths(Mechanism *mechanism, const MechanismOptions *options, char *message,
                     size_t messageSize) {
    const Adder adder = {mechanism, message, messageSize};
    ScenePair *pair;
    double length;
    for (int i = 0; i < options->distances->count; i++) {
        if (!readLength(&adder, "--safety-distance", options->distances->items[i], &length, &pair))
            return false;
        *(pair != NULL ? &pair->safetyDistance : &mechanism->safetyDistance) = length;
    }
    for (int i = 0; i < options->allowances->count; i++) {
        if (!readLength(&adder, "--allowance", options->allowances->items[i], &length, &pair)) return false;
        *(pair != NULL ? &pair->allowance : &mechanism->allowance) = length;
    }
    return true;
}

// --- (2)

static cdMesh *createInset(const Adder *adder, const char *name, MeshPlacement placement, double allowance) {
    if (allowance > 0.0)
        return CreateInsetMesh(name, placement, allowance, adder->message, adder->messageSize);
    return CreateSourceMesh(name, placement, CD_PART_HULL, adder->message, adder->messageSize);
}

// Returns a mesh with an allowance. Links of the same mesh share it. @errors NULL with a message
static const cdMesh *findInset(const Adder *adder, const char *name, MeshPlacement placement,
                               double allowance) {
    Mechanism *mechanism = adder->mechanism;
    for (int32_t i = 0; i < mechanism->insetCount; i++) {
        const InsetMesh *known = &mechanism->insets[i];
        bool same = known->placement.normalize == placement.normalize &&
                    known->placement.scale == placement.scale && known->allowance == allowance;
        if (same && strcmp(known->name, name) == 0) return known->mesh;
    }
    InsetMesh *insets = realloc(mechanism->insets, ((size_t)mechanism->insetCount + 1) * sizeof *insets);
    if (insets == NULL) {
        failMemory(adder);
        return NULL;
    }
    mechanism->insets = insets;
    cdMesh *mesh = createInset(adder, name, placement, allowance);
    if (mesh != NULL) insets[mechanism->insetCount++] = (InsetMesh){name, placement, allowance, mesh};
    return mesh;
}

// Gives shapes of an object's link the object's meshes with an allowance. `shapes`: of the link
static bool setInsets(const Adder *adder, int32_t object, double allowance, cdSlideShape *shapes) {
    const SceneData *data = &adder->mechanism->data;
    const SceneObject *source = &data->objects[object];
    const MeshPlacement placement = {source->normalize, source->scale};
    if (source->shapeCount == 0) shapes[0].mesh = findInset(adder, source->mesh, placement, allowance);
    if (source->shapeCount == 0) return shapes[0].mesh != NULL;
    for (int32_t i = 0; i < source->shapeCount; i++) {
        const SceneShape *shape = &data->shapes[source->firstShape + i];
        shapes[i].mesh = findInset(adder, shape->mesh, (MeshPlacement){.scale = shape->scale}, allowance);
        if (shapes[i].mesh == NULL) return false;
    }
    return true;
}

static bool setAllInsets(const Adder *adder) {
    Mechanism *mechanism = adder->mechanism;
    for (int32_t i = 0; i < mechanism->data.objectCount && mechanism->allowance > 0.0; i++) {
        const cdLink *link = &mechanism->links[mechanism->places[i]];
        cdSlideShape *shapes = &mechanism->shapes[link->shapes - mechanism->shapes];
        if (link->shapeCount > 0 && !setInsets(adder, i, mechanism->allowance, shapes)) return false;
    }
    return true;
}

// --- (3)

static void ignorePair(Mechanism *mechanism, int32_t a, int32_t b) {
    mechanism->ignored[mechanism->def.ignoredCount++] = (cdLinkPair){a, b};
}

static bool isIgnored(const Mechanism *mechanism, int32_t a, int32_t b) {
    for (int32_t i = 0; i < mechanism->def.ignoredCount; i++) {
        cdLinkPair pair = mechanism->ignored[i];
        if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return true;
    }
    return false;
}

// Adds a copy of an object's link, fixed to it. It may touch all links before it but `other`.
static bool addCopy(const Adder *adder, int32_t object, double allowance, int32_t other) {
    Mechanism *mechanism = adder->mechanism;
    int32_t parent = mechanism->places[object], index = mechanism->def.linkCount++;
    const cdLink *source = &mechanism->links[parent];
    cdSlideShape *shapes = &mechanism->shapes[mechanism->shapeCount];
    mechanism->links[index] = (cdLink){.parent = parent,
                                       .frame = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                                       .shapes = shapes,
                                       .shapeCount = source->shapeCount};
    mechanism->names[index] = mechanism->names[parent];
    mechanism->shapeCount += source->shapeCount;
    for (int32_t i = 0; i < index; i++)
        if (i != other) ignorePair(mechanism, index, i);
    if (source->shapeCount == 0) return true;
    memcpy(shapes, source->shapes, (size_t)source->shapeCount * sizeof *shapes);
    return setInsets(adder, object, allowance, shapes);
}

static void addDistance(Mechanism *mechanism, int32_t a, int32_t b, double distance) {
    if (distance >= 0.0)
        mechanism->distances[mechanism->def.distanceCount++] = (cdLinkDistance){a, b, distance};
}

// Adds a pair of the scene. The copy of the link with the lower index comes first, as the links themselves.
static bool addPair(const Adder *adder, const ScenePair *pair) {
    Mechanism *mechanism = adder->mechanism;
    int32_t a = mechanism->places[pair->objects[0]], b = mechanism->places[pair->objects[1]];
    bool hasCopies =
        pair->allowance >= 0.0 && pair->allowance != mechanism->allowance && !isIgnored(mechanism, a, b);
    if (!hasCopies) addDistance(mechanism, a, b, pair->safetyDistance);
    if (!hasCopies) return true;
    int32_t lower = a < b ? 0 : 1, first = mechanism->def.linkCount;
    ignorePair(mechanism, a, b);
    addDistance(mechanism, first, first + 1, pair->safetyDistance);
    return addCopy(adder, pair->objects[lower], pair->allowance, -1) &&
           addCopy(adder, pair->objects[1 - lower], pair->allowance, first);
}

static bool addTouching(const Adder *adder, const char *text) {
    Mechanism *mechanism = adder->mechanism;
    int32_t objects[2];
    if (!findPair(adder, "--allow", text, strlen(text), objects)) return false;
    ignorePair(mechanism, mechanism->places[objects[0]], mechanism->places[objects[1]]);
    return true;
}

PairRoom CountPairRoom(const Mechanism *mechanism, const MechanismOptions *options) {
    const SceneData *data = &mechanism->data;
    size_t pairs = (size_t)data->pairCount, links = (size_t)data->objectCount + 2 * pairs;
    PairRoom room = {.links = 2 * pairs,
                     .ignored = (size_t)options->touching->count + pairs * (2 * links + 1)};
    for (int32_t i = 0; i < data->pairCount; i++)
        for (int k = 0; k < 2; k++)
            room.shapes += (size_t)data->objects[data->pairs[i].objects[k]].shapeCount + 1;
    return room;
}

bool AddMechanismPairs(Mechanism *mechanism, const MechanismOptions *options, char *message,
                       size_t messageSize) {
    const Adder adder = {mechanism, message, messageSize};
    mechanism->distances = calloc((size_t)mechanism->data.pairCount + 1, sizeof *mechanism->distances);
    if (mechanism->distances == NULL) return failMemory(&adder);
    mechanism->def.distances = mechanism->distances;
    for (int i = 0; i < options->touching->count; i++)
        if (!addTouching(&adder, options->touching->items[i])) return false;
    if (!setAllInsets(&adder)) return false;
    for (int32_t i = 0; i < mechanism->data.pairCount; i++)
        if (!addPair(&adder, &mechanism->data.pairs[i])) return false;
    return true;
}

void FreeMechanismPairs(Mechanism *mechanism) {
    for (int32_t i = 0; i < mechanism->insetCount; i++)
        cdDestroyMesh(mechanism->insets[i].mesh);
    free(mechanism->insets);
    free(mechanism->distances);
}
