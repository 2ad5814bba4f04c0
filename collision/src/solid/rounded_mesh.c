// Spheres and capsules: meshes of a point or a segment with a rounding radius.
#include "foundation/memory/hooks.h"
#include "mesh/mesh_data.h"

// The triangle without area is no defect here.
static void dropDefects(cdMeshReport *report) {
    cdFree(report->defects);
    report->defects = NULL;
    report->defectCount = 0;
    for (int i = 0; i < CD_DEFECT_KIND_COUNT; i++)
        report->countOfKind[i] = 0;
}

static cdMesh *createRounded(const cdVec3 *points, int32_t pointCount, double radius, cdMeshReport *report) {
    const int32_t triangle[3] = {0, pointCount - 1, pointCount - 1};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = pointCount;
    def.triangles = triangle;
    def.triangleCount = 1;
    def.roundingRadius = radius > 0.0 ? radius : -1.0; // refused
    double length = cdLength(cdSub(points[pointCount - 1], points[0]));
    if (length <= 1e100) def.leafRadius = length; // in one piece
    cdMesh *mesh = cdCreateMesh(&def, report);
    if (mesh != NULL && report != NULL) dropDefects(report);
    return mesh;
}

cdMesh *cdCreateSphere(cdVec3 center, double radius, cdMeshReport *report) {
    return createRounded(&center, 1, radius, report);
}

cdMesh *cdCreateCapsule(const cdVec3 ends[2], double radius, cdMeshReport *report) {
    if (!CD_REQUIRE(ends != NULL)) {
        if (report != NULL)
            *report = (cdMeshReport){.error = CD_BUILD_NO_TRIANGLES, .errorPoint = -1, .errorTriangle = -1};
        return NULL;
    }
    return createRounded(ends, 2, radius, report);
}
