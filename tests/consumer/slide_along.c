// Another project's second program: a box is pushed into a floor and slides along it; prints where they
// touch.
//
// The floor's top is at height 0. The box, a unit across, starts half a unit above it and is wanted half in
// it and two units further on: it is left on the floor, two units on, with one contact region, its lower
// face.
#include <collision/collision.h>
#include <math.h>
#include <stdio.h>

enum { REGION_MAX = 16, POINT_MAX = 64 };

static const int32_t boxTriangles[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                                       2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};

static cdMesh *makeBox(cdVec3 half) {
    cdVec3 points[8];
    for (int i = 0; i < 8; i++)
        points[i] = (cdVec3){i & 4 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 1 ? half.z : -half.z};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 8;
    def.triangles = boxTriangles;
    def.triangleCount = 12;
    def.parts = CD_PART_HULL | CD_PART_SURFACE;
    return cdCreateMesh(&def, NULL);
}

static double printRegions(const cdMesh *box, cdPose boxPose, const cdObstacle *floor,
                           cdWorkspace *workspace) {
    cdContactRegion regions[REGION_MAX];
    cdVec3 points[POINT_MAX];
    cdRegionsInput input = {.meshA = box,
                            .meshB = floor->mesh,
                            .poseA = boxPose,
                            .poseB = floor->pose,
                            .sufficientOnly = true,
                            .regions = regions,
                            .points = points,
                            .regionCapacity = REGION_MAX,
                            .pointCapacity = POINT_MAX};
    cdContactRegions found = cdFindContactRegions(&input, NULL, workspace, NULL);
    double area = 0.0;
    for (int32_t i = 0; i < found.regionCount; i++) {
        const cdContactRegion *region = &regions[i];
        area += region->dimension == 2 ? region->measure : 0.0;
        printf("%dD region, %d points, normal (%g, %g, %g)\n", (int)region->dimension,
               (int)region->pointCount, region->normals[0].x, region->normals[0].y, region->normals[0].z);
    }
    return area;
}

int main(void) {
    cdMesh *box = makeBox((cdVec3){0.5, 0.5, 0.5}), *floor = makeBox((cdVec3){10.0, 1.0, 10.0});
    cdWorkspace *workspace = cdCreateWorkspace();
    if (!box || !floor || !workspace) return 1;

    cdObstacle obstacle = {floor, cdIdentityPose()};
    obstacle.pose.p.y = -1.0;
    cdSlideInput input = {.step = {.mesh = box, .obstacles = &obstacle, .obstacleCount = 1}};
    input.step.start = input.step.target = cdIdentityPose();
    input.step.start.p.y = 1.0;
    input.step.target.p = (cdVec3){2.0, 0.0, 0.0};
    cdSlide slide = cdFindSlide(&input, NULL, workspace, NULL);
    cdVec3 rest = slide.contact.resolvedPose.p;
    printf("left at (%.4f, %.4f, %.4f)\n", rest.x, rest.y, rest.z);
    double area = printRegions(box, slide.contact.resolvedPose, &obstacle, workspace);

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(box);
    cdDestroyMesh(floor);
    return fabs(rest.x - 2.0) < 1e-4 && rest.y >= 0.5 && fabs(area - 1.0) < 1e-6 ? 0 : 1;
}
