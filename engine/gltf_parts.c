// Checks the parts of a glTF file against each other, so that every index and range is valid.
//
// Source: glTF 2.0 specification, section 3.6 (binary data) and 3.5 (scenes). A node has at most one parent
// and is not its own ancestor: the nodes are a forest. Geometry that needs an extension is rejected.
#include "engine/gltf_parts.h"
#include "engine/platform/files.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODE_DEPTH_MAX = 256 };

typedef struct GltfList {
    const char *name;
    const cJSON **items; // items[count]
    int64_t count;
} GltfList;

typedef struct GltfParts {
    GltfList buffers, views, accessors, meshes, nodes, scenes;
    int64_t chunkBytes;
    const char *path;
    char *message;
    size_t messageSize;
} GltfParts;

static bool failPart(const GltfParts *parts, const GltfList *list, int64_t index, const char *what) {
    snprintf(parts->message, parts->messageSize, "%s: %s[%lld]: %s", parts->path, list->name,
             (long long)index, what);
    return false;
}

static bool failFile(const GltfParts *parts, const char *what) {
    snprintf(parts->message, parts->messageSize, "%s: %s", parts->path, what);
    return false;
}

static const cJSON *getMember(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

// Returns a whole number from 0 to 2^53; `otherwise` if the key is missing, -1 if the value is invalid.
static int64_t getWhole(const cJSON *object, const char *key, int64_t otherwise) {
    const cJSON *item = getMember(object, key);
    if (item == NULL) return otherwise;
    double value = item->valuedouble;
    bool whole = cJSON_IsNumber(item) && value >= 0.0 && value <= 0x1p53 && value == floor(value);
    return whole ? (int64_t)value : -1;
}

static bool openList(const GltfParts *parts, const cJSON *root, const char *name, GltfList *list) {
    const cJSON *array = getMember(root, name);
    list->name = name;
    if (array == NULL) return true;
    if (!cJSON_IsArray(array)) return failFile(parts, "a list of parts must be an array");
    list->items = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *list->items);
    if (list->items == NULL) return failFile(parts, "out of memory");
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        if (!cJSON_IsObject(item)) return failPart(parts, list, list->count, "expected an object");
        list->items[list->count++] = item;
    }
    return true;
}

// Returns the number of bytes of a base64 text without its padding.
static int64_t getBase64Size(const char *text) {
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '=')
        length--;
    return (int64_t)(length / 4 * 3 + (length % 4 > 1 ? length % 4 - 1 : 0));
}

// Returns the size of a buffer's data: in the URI itself, in a file beside the glTF file, or in the GLB file;
// -1 if it has no data. A file must be regular and named relative to the glTF file.
static int64_t getBufferSize(const GltfParts *parts, const cJSON *buffer, int64_t index) {
    const cJSON *uri = getMember(buffer, "uri");
    if (uri == NULL) return index == 0 ? parts->chunkBytes : -1;
    if (!cJSON_IsString(uri)) return -1;
    const char *text = uri->valuestring, *base64 = strstr(text, ";base64,");
    if (strncmp(text, "data:", 5) == 0) return base64 != NULL ? getBase64Size(base64 + 8) : -1;
    const char *slash = strrchr(parts->path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - parts->path) + 1 : 0, size = folder + strlen(text) + 1;
    char *path = !gxIsFullPath(text) ? malloc(size) : NULL;
    gxFileFacts facts = {0};
    bool found = false;
    if (path != NULL) {
        snprintf(path, size, "%.*s%s", (int)folder, parts->path, text);
        found = gxGetFileFacts(path, &facts) && facts.kind == GX_FILE_REGULAR;
    }
    free(path);
    return found ? facts.byteCount : -1;
}

static bool checkBuffers(const GltfParts *parts) {
    for (int64_t i = 0; i < parts->buffers.count; i++) {
        const cJSON *buffer = parts->buffers.items[i];
        int64_t length = getWhole(buffer, "byteLength", -1), size = getBufferSize(parts, buffer, i);
        if (length < 1)
            return failPart(parts, &parts->buffers, i, "byteLength must be a whole number above 0");
        if (size < 0) {
            return failPart(
                parts, &parts->buffers, i,
                "its data are missing; expected a base64 URI, a file beside this one or a GLB chunk");
        }
        if (size < length) return failPart(parts, &parts->buffers, i, "its data are shorter than byteLength");
    }
    return true;
}

static bool checkViews(const GltfParts *parts) {
    const GltfList *list = &parts->views;
    for (int64_t i = 0; i < list->count; i++) {
        int64_t buffer = getWhole(list->items[i], "buffer", -1),
                offset = getWhole(list->items[i], "byteOffset", 0),
                length = getWhole(list->items[i], "byteLength", -1);
        int64_t stride = getWhole(list->items[i], "byteStride", 4);
        if (buffer < 0 || buffer >= parts->buffers.count)
            return failPart(parts, list, i, "buffer must be the index of a buffer");
        if (offset < 0) return failPart(parts, list, i, "byteOffset must be a whole number from 0");
        if (length < 1) return failPart(parts, list, i, "byteLength must be a whole number above 0");
        if (offset + length > getWhole(parts->buffers.items[buffer], "byteLength", 0))
            return failPart(parts, list, i, "it exceeds its buffer");
        if (stride < 4 || stride > 252) return failPart(parts, list, i, "byteStride must be from 4 to 252");
    }
    return true;
}

// Returns the bytes of one component; 0 if the type is unknown.
static int64_t getComponentSize(int64_t type) {
    static const int64_t sizes[] = {1, 1, 2, 2, 0, 4, 4}; // from 5120: byte ... short ... unsigned int, float
    return type >= 5120 && type <= 5126 ? sizes[type - 5120] : 0;
}

static int64_t getComponentCount(const char *type) {
    static const struct {
        const char *name;
        int64_t count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                 {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    for (size_t i = 0; type != NULL && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(type, types[i].name) == 0) return types[i].count;
    }
    return 0;
}

static int64_t getElementSize(const cJSON *accessor) {
    return getComponentSize(getWhole(accessor, "componentType", -1)) *
           getComponentCount(cJSON_GetStringValue(getMember(accessor, "type")));
}

// Checks that `count` elements of `elementSize` bytes lie within the buffer view that `object` names.
static const char *checkRange(const GltfParts *parts, const cJSON *object, int64_t count,
                              int64_t elementSize) {
    int64_t view = getWhole(object, "bufferView", -1), offset = getWhole(object, "byteOffset", 0);
    if (view < 0 || view >= parts->views.count) return "bufferView must be the index of a buffer view";
    if (offset < 0) return "byteOffset must be a whole number from 0";
    const cJSON *item = parts->views.items[view];
    int64_t stride = getWhole(item, "byteStride", elementSize), length = getWhole(item, "byteLength", 0);
    if (stride < elementSize) return "its elements are larger than the byteStride of its buffer view";
    if (offset > length || count > length || (count - 1) * stride + elementSize > length - offset)
        return "it exceeds its buffer view";
    return NULL;
}

static const char *checkSparse(const GltfParts *parts, const cJSON *sparse, int64_t count,
                               int64_t elementSize) {
    const cJSON *indices = getMember(sparse, "indices");
    int64_t changed = getWhole(sparse, "count", -1),
            size = getComponentSize(getWhole(indices, "componentType", -1));
    if (changed < 1 || changed > count) return "sparse: count must be from 1 to the accessor's";
    if (size == 0) return "sparse: unknown componentType";
    const char *trouble = checkRange(parts, indices, changed, size);
    return trouble != NULL ? trouble : checkRange(parts, getMember(sparse, "values"), changed, elementSize);
}

static bool checkAccessors(const GltfParts *parts) {
    for (int64_t i = 0; i < parts->accessors.count; i++) {
        const cJSON *accessor = parts->accessors.items[i], *sparse = getMember(accessor, "sparse");
        int64_t count = getWhole(accessor, "count", -1), size = getElementSize(accessor);
        const char *trouble = NULL;
        if (count < 1 || count > INT32_MAX) trouble = "count must be a whole number above 0";
        if (trouble == NULL && size == 0) trouble = "unknown type or componentType";
        if (trouble == NULL && (sparse == NULL || getMember(accessor, "bufferView") != NULL))
            trouble = checkRange(parts, accessor, count, size);
        if (trouble == NULL && sparse != NULL) trouble = checkSparse(parts, sparse, count, size);
        if (trouble != NULL) return failPart(parts, &parts->accessors, i, trouble);
    }
    return true;
}

// Returns the accessor that `object` names under `key`; NULL if the index is invalid.
static const cJSON *findAccessor(const GltfParts *parts, const cJSON *object, const char *key) {
    int64_t index = getWhole(object, key, -1);
    return index >= 0 && index < parts->accessors.count ? parts->accessors.items[index] : NULL;
}

static bool hasType(const cJSON *accessor, const char *type) {
    const char *own = cJSON_GetStringValue(getMember(accessor, "type"));
    return own != NULL && strcmp(own, type) == 0;
}

static const char *checkPrimitive(const GltfParts *parts, const cJSON *primitive) {
    const cJSON *positions = findAccessor(parts, getMember(primitive, "attributes"), "POSITION");
    int64_t mode = getWhole(primitive, "mode", 4);
    if (mode < 0 || mode > 6) return "mode must be from 0 to 6";
    if (positions == NULL) return "POSITION must be the index of an accessor";
    if (!hasType(positions, "VEC3") || getWhole(positions, "componentType", -1) != 5126)
        return "POSITION must be VEC3 of floats; remove compression and quantization";
    if (getMember(primitive, "indices") == NULL) return NULL;
    const cJSON *indices = findAccessor(parts, primitive, "indices");
    int64_t type = getWhole(indices, "componentType", -1);
    if (indices == NULL) return "indices must be the index of an accessor";
    bool whole = hasType(indices, "SCALAR") && (type == 5121 || type == 5123 || type == 5125);
    return whole ? NULL : "indices must be SCALAR of unsigned whole numbers";
}

static bool checkMeshes(const GltfParts *parts) {
    for (int64_t i = 0; i < parts->meshes.count; i++) {
        const cJSON *primitives = getMember(parts->meshes.items[i], "primitives");
        if (!cJSON_IsArray(primitives)) return failPart(parts, &parts->meshes, i, "it has no primitives");
        for (const cJSON *item = primitives->child; item != NULL; item = item->next) {
            const char *trouble = checkPrimitive(parts, item);
            if (trouble != NULL) return failPart(parts, &parts->meshes, i, trouble);
        }
    }
    return true;
}

// Sets each child's parent. A second parent is an error.
static bool linkNodes(const GltfParts *parts, int64_t *parents) {
    const GltfList *list = &parts->nodes;
    for (int64_t i = 0; i < list->count; i++)
        parents[i] = -1;
    for (int64_t i = 0; i < list->count; i++) {
        const cJSON *children = getMember(list->items[i], "children");
        int64_t mesh = getWhole(list->items[i], "mesh", 0);
        if (mesh < 0 || (getMember(list->items[i], "mesh") != NULL && mesh >= parts->meshes.count))
            return failPart(parts, list, i, "mesh must be the index of a mesh");
        if (children != NULL && !cJSON_IsArray(children))
            return failPart(parts, list, i, "children must be an array");
        for (const cJSON *item = children != NULL ? children->child : NULL; item != NULL; item = item->next) {
            int64_t child = cJSON_IsNumber(item) && item->valuedouble >= 0.0 &&
                                    item->valuedouble < (double)list->count &&
                                    item->valuedouble == floor(item->valuedouble)
                                ? (int64_t)item->valuedouble
                                : -1;
            if (child < 0) return failPart(parts, list, i, "a child must be the index of a node");
            if (parents[child] >= 0) return failPart(parts, list, child, "it is the child of two nodes");
            parents[child] = i;
        }
    }
    return true;
}

// Follows each node's parents to a root, NODE_DEPTH_MAX steps at most: a cycle has no root.
static bool checkDepth(const GltfParts *parts, const int64_t *parents) {
    for (int64_t i = 0; i < parts->nodes.count; i++) {
        int depth = 0;
        for (int64_t node = i; node >= 0; node = parents[node]) {
            if (++depth > NODE_DEPTH_MAX)
                return failPart(parts, &parts->nodes, i,
                                "it is more than 256 nodes deep, or its own ancestor");
        }
    }
    return true;
}

static bool checkNodes(const GltfParts *parts) {
    int64_t *parents = malloc(((size_t)parts->nodes.count + 1) * sizeof *parents);
    if (parents == NULL) return failFile(parts, "out of memory");
    bool good = linkNodes(parts, parents) && checkDepth(parts, parents);
    free(parents);
    return good;
}

static bool checkScenes(const GltfParts *parts) {
    for (int64_t i = 0; i < parts->scenes.count; i++) {
        const cJSON *nodes = getMember(parts->scenes.items[i], "nodes");
        for (const cJSON *item = nodes != NULL ? nodes->child : NULL; item != NULL; item = item->next) {
            if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0.0) ||
                !(item->valuedouble < (double)parts->nodes.count) ||
                item->valuedouble != floor(item->valuedouble))
                return failPart(parts, &parts->scenes, i, "a node must be the index of a node");
        }
    }
    return true;
}

// Requires version 2 and no extension that moves points.
static bool checkHeader(const GltfParts *parts, const cJSON *root) {
    const char *version = cJSON_GetStringValue(getMember(getMember(root, "asset"), "version"));
    if (version == NULL || strncmp(version, "2.", 2) != 0)
        return failFile(parts, "asset.version must be \"2.0\"; save the file as glTF 2.0");
    static const char *const refused[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                          "KHR_mesh_quantization"};
    const cJSON *required = getMember(root, "extensionsRequired");
    for (const cJSON *item = required != NULL ? required->child : NULL; item != NULL; item = item->next) {
        for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
            if (!cJSON_IsString(item) || strcmp(item->valuestring, refused[i]) != 0) continue;
            snprintf(parts->message, parts->messageSize, "%s: it requires %s; save it without compression",
                     parts->path, refused[i]);
            return false;
        }
    }
    return true;
}

static bool openLists(GltfParts *parts, const cJSON *root) {
    return openList(parts, root, "buffers", &parts->buffers) &&
           openList(parts, root, "bufferViews", &parts->views) &&
           openList(parts, root, "accessors", &parts->accessors) &&
           openList(parts, root, "meshes", &parts->meshes) && openList(parts, root, "nodes", &parts->nodes) &&
           openList(parts, root, "scenes", &parts->scenes);
}

bool gxCheckGltfParts(const cJSON *root, int64_t chunkBytes, const char *path, char *message,
                      size_t messageSize) {
    GltfParts parts = {
        .chunkBytes = chunkBytes, .path = path, .message = message, .messageSize = messageSize};
    bool good = checkHeader(&parts, root) && openLists(&parts, root) && checkBuffers(&parts) &&
                checkViews(&parts) && checkAccessors(&parts) && checkMeshes(&parts) && checkNodes(&parts) &&
                checkScenes(&parts);
    free(parts.buffers.items);
    free(parts.views.items);
    free(parts.accessors.items);
    free(parts.meshes.items);
    free(parts.nodes.items);
    free(parts.scenes.items);
    return good;
}
