// Formats that Assimp reads: glTF, 3DS and COLLADA. Runs only in the child process (importer.c): a malicious
// file can crash Assimp or make it loop for ever.
//
// Assimp only delivers the file's polygons, neither joined nor triangulated; we do that. Node transforms are
// applied here; a mesh that several nodes instance is added once for each. Faces and vertices are numbered in
// the order of the nodes. Coordinates have Assimp's single precision.
#include "engine/import_assimp.h"
#include "engine/gltf_check.h"
#include "engine/import_build.h"
#include "engine/platform/plain_text.h"
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Transform {
    double m[3][4];
} Transform;

static const Transform identity = {{{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};

static Transform getTransform(const struct aiMatrix4x4 *a) {
    return (Transform){{{(double)a->a1, (double)a->a2, (double)a->a3, (double)a->a4},
                        {(double)a->b1, (double)a->b2, (double)a->b3, (double)a->b4},
                        {(double)a->c1, (double)a->c2, (double)a->c3, (double)a->c4}}};
}

// Returns the transform that applies b first.
static Transform combine(const Transform *a, const Transform *b) {
    Transform product;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            double sum = k == 3 ? a->m[i][3] : 0.0;
            for (int j = 0; j < 3; j++)
                sum += a->m[i][j] * b->m[j][k];
            product.m[i][k] = sum;
        }
    }
    return product;
}

static const char *addMesh(gxImportBuild *build, const struct aiMesh *mesh, const Transform *transform) {
    int64_t first = build->pointCount;
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        double point[3];
        for (int k = 0; k < 3; k++) {
            const double *row = transform->m[k];
            point[k] = row[0] * (double)v->x + row[1] * (double)v->y + row[2] * (double)v->z + row[3];
            if (!isfinite(point[k])) return "a coordinate is not finite";
        }
        if (!gxAddImportPoint(build, point)) return "out of memory";
    }
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        for (unsigned k = 0; k < face->mNumIndices; k++) {
            if (face->mIndices[k] >= mesh->mNumVertices) return "a face uses a missing vertex";
            if (!gxAddImportCorner(build, first + face->mIndices[k])) return "out of memory";
        }
        if (!gxEndImportFace(build, 0)) return "out of memory";
    }
    return NULL;
}

// Returns NULL, or the error. @lifetime static
static const char *addNode(gxImportBuild *build, const struct aiScene *scene, const struct aiNode *node,
                           const Transform *parent, int depth) {
    if (node == NULL) return NULL;
    if (depth > 256) return "more than 256 nodes within each other";
    Transform own = getTransform(&node->mTransformation), transform = combine(parent, &own);
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        if (node->mMeshes[i] >= scene->mNumMeshes) return "a node uses a missing mesh";
        const char *trouble = addMesh(build, scene->mMeshes[node->mMeshes[i]], &transform);
        if (trouble != NULL) return trouble;
    }
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        const char *trouble = addNode(build, scene, node->mChildren[i], &transform, depth + 1);
        if (trouble != NULL) return trouble;
    }
    return NULL;
}

static bool convertScene(const struct aiScene *scene, const char *path, gxImportedMesh *mesh, char *message,
                         size_t messageSize) {
    gxImportBuild build = {0};
    const char *trouble = addNode(&build, scene, scene->mRootNode, &identity, 0);
    if (trouble == NULL) return gxFinishImport(&build, path, mesh, message, messageSize);
    snprintf(message, messageSize, "%s: %s", path, trouble);
    gxAbandonImport(&build);
    return false;
}

bool gxImportWithAssimp(const char *path, gxImportedMesh *mesh, char *message, size_t messageSize) {
    const char *extension = strrchr(path, '.');
    if (extension == NULL) extension = "";
    bool gltf = gxIsSameWord(extension, ".gltf") || gxIsSameWord(extension, ".glb");
    if (gltf && !gxCheckGltfFile(path, message, messageSize)) return false;
    const char *trouble = NULL;
    const struct aiScene *scene = gxLoadAssimpScene(path, extension, &trouble);
    if (scene != NULL) return convertScene(scene, path, mesh, message, messageSize);
    if (strncmp(trouble, "No suitable reader found", 24) == 0)
        trouble = "the content is damaged or of another format than the name says";
    snprintf(message, messageSize, "%s: %s", path, trouble);
    return false;
}
