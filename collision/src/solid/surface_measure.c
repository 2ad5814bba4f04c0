// Boxes about a surface's edges and faces; its area, and centroid and inertia of unit mass spread evenly.
//
// Input: features and the mesh's triangles. Output: a box for each edge and face, of the mesh's vertices, so
// that what was merged is inside; the measures that cdSurfaceInfo names.
//
// A triangle with corners a, b, c, sum s and area A has the first moment A s / 3 and the second moments
// A (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 12, exactly. 1. Sums about the mesh's centre. 2. The second
// moments about the centroid (Steiner), and the inertia tensor from them. Without area the mass is at the
// vertices, each the same.
#include "solid/surface_build.h"

#include "foundation/predicates.h"

typedef struct Moments {
    double mass;
    cdVec3 first;
    double second[6]; // xx, yy, zz, xy, xz, yz
} Moments;

static void addProducts(double sums[6], double factor, cdVec3 p) {
    sums[0] += factor * p.x * p.x, sums[1] += factor * p.y * p.y, sums[2] += factor * p.z * p.z;
    sums[3] += factor * p.x * p.y, sums[4] += factor * p.x * p.z, sums[5] += factor * p.y * p.z;
}

static void addTriangle(Moments *moments, cdVec3 a, cdVec3 b, cdVec3 c) {
    double area = 0.5 * cdLength(cdGetTriangleCross(a, b, c));
    cdVec3 sum = cdAdd(cdAdd(a, b), c);
    moments->mass += area;
    moments->first = cdMulAdd(moments->first, area / 3.0, sum);
    const cdVec3 points[4] = {sum, a, b, c};
    for (int i = 0; i < 4; i++)
        addProducts(moments->second, area / 12.0, points[i]);
}

static Moments sumTriangles(const cdMesh *mesh) {
    Moments moments = {0};
    for (int32_t t = 0; t < mesh->triangleCount; t++) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)t;
        addTriangle(&moments, mesh->vertices[corners[0]], mesh->vertices[corners[1]],
                    mesh->vertices[corners[2]]);
    }
    return moments;
}

static Moments sumVertices(const cdMesh *mesh) {
    Moments moments = {.mass = mesh->vertexCount};
    for (int32_t v = 0; v < mesh->vertexCount; v++) {
        moments.first = cdAdd(moments.first, mesh->vertices[v]);
        addProducts(moments.second, 1.0, mesh->vertices[v]);
    }
    return moments;
}

static void measureMass(cdSurface *surface) {
    Moments moments = sumTriangles(surface->mesh);
    surface->info.area = moments.mass;
    if (!(moments.mass > 0.0)) moments = sumVertices(surface->mesh);
    cdVec3 centroid = cdScale(1.0 / moments.mass, moments.first);
    double m[6];
    for (int i = 0; i < 6; i++)
        m[i] = moments.second[i] / moments.mass;
    addProducts(m, -1.0, centroid);
    surface->info.centroid = cdAdd(surface->info.center, centroid);
    double *inertia = surface->info.inertia;
    inertia[0] = m[1] + m[2], inertia[1] = m[0] + m[2], inertia[2] = m[0] + m[1];
    inertia[3] = -m[3], inertia[4] = -m[4], inertia[5] = -m[5];
}

// --- Boxes

static void addToBox(cdBox3 *box, cdVec3 p) {
    box->lower = (cdVec3){cdMin(box->lower.x, p.x), cdMin(box->lower.y, p.y), cdMin(box->lower.z, p.z)};
    box->upper = (cdVec3){cdMax(box->upper.x, p.x), cdMax(box->upper.y, p.y), cdMax(box->upper.z, p.z)};
}

static cdBox3 getEmptyBox(void) {
    return (cdBox3){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static void boundFaces(cdSurface *surface) {
    const cdMesh *mesh = surface->mesh;
    for (int32_t f = 0; f < surface->brep.faceCount; f++)
        surface->faceBoxes[f] = getEmptyBox();
    for (int32_t i = 0; i < 3 * mesh->triangleCount; i++) {
        int32_t face = surface->brep.triangleFaces[i / 3];
        if (face >= 0) addToBox(&surface->faceBoxes[face], mesh->vertices[mesh->triangles[i]]);
    }
}

// An edge's own ends, and those of the mesh's edges that were merged into it or into one along it.
static void boundEdges(cdSurface *surface) {
    const cdMesh *mesh = surface->mesh;
    const cdBrep *brep = &surface->brep;
    for (int32_t e = 0; e < brep->edgeCount; e++) {
        surface->edgeBoxes[e] = getEmptyBox();
        addToBox(&surface->edgeBoxes[e], brep->points[brep->halfEdges[2 * e].start]);
        addToBox(&surface->edgeBoxes[e], brep->points[brep->halfEdges[2 * e + 1].start]);
    }
    for (int32_t e = 0; e < mesh->edgeCount; e++) {
        cdEntity entity = surface->edgeEntities[e];
        if (entity < 0 || cdGetEntityPlace(surface, entity).where != CD_ON_EDGE) continue;
        int32_t first = cdGetEntityPlace(surface, entity).index, edge = first;
        do {
            addToBox(&surface->edgeBoxes[edge], mesh->vertices[mesh->edges[2 * (size_t)e]]);
            addToBox(&surface->edgeBoxes[edge], mesh->vertices[mesh->edges[2 * (size_t)e + 1]]);
            edge = surface->sameEdges[edge];
        } while (edge != first);
    }
}

void cdMeasureSurface(cdSurface *surface) {
    measureMass(surface);
    boundFaces(surface);
    boundEdges(surface);
}
