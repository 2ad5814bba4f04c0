// The library in ten minutes: eight short examples with a box and a floor. docs/library.md explains them.
//
// The floor's top is at height 0. The centre of the box, a unit cube, moves from height 2 to height 0, where
// half of the box would be inside the floor. It touches at height 0.5, after three quarters of the step.
#include <collision/collision.h>
#include <stdio.h>

// [meshes] Builds a box. The bits of a corner number are the signs of x, y and z.
static const int32_t boxTriangles[] = {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
                                       2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7};

static cdMesh *makeBox(double x, double y, double z) {
    cdVec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = cdMakeVec3(i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z);
    cdMeshDef def = cdDefaultMeshDef();
    def.points = corners;
    def.pointCount = 8;
    def.triangles = boxTriangles;
    def.triangleCount = 12;
    def.parts = CD_PART_HULL | CD_PART_FEATURES | CD_PART_SOLID; // the hull alone is the default
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report); // copies the arrays
    if (mesh == NULL) printf("no mesh: %s\n", cdGetBuildErrorName(report.error));
    if (report.defectCount > 0) printf("%d defects\n", (int)report.defectCount);
    cdDestroyMeshReport(&report);
    return mesh;
}

static cdPose placeAt(double x, double y, double z) {
    cdPose pose = cdIdentityPose();
    pose.p = cdMakeVec3(x, y, z);
    return pose;
}

// [first contact] Moves the box towards the floor and stops it at first contact.
static cdPose dropBox(const cdMesh *box, const cdMesh *floor, cdPose floorPose, cdWorkspace *workspace) {
    cdFirstContactInput step = CD_ZERO;
    step.meshA = box;
    step.meshB = floor;
    step.startB = floorPose;
    step.startA = placeAt(0.0, 2.0, 0.0);
    step.targetA = placeAt(0.0, 0.0, 0.0);
    cdPairCache cache = CD_ZERO; // optional: makes the next step of this pair faster
    cdFirstContact hit = cdFindFirstContact(&step, &cache, workspace, NULL);
    if (hit.state == CD_CONTACT)
        printf("first contact: t = %.9f, resolved height %.6f\n", hit.t.lo, hit.resolvedPose.p.y);
    return hit.resolvedPose;
}

// [slide] Moves the box towards the floor and sideways; it slides along the floor.
static void slideBox(const cdMesh *box, const cdMesh *floor, cdPose floorPose, cdWorkspace *workspace) {
    cdObstacle obstacle = {floor, floorPose};
    cdSlideInput input = CD_ZERO;
    input.step.mesh = box;
    input.step.obstacles = &obstacle;
    input.step.obstacleCount = 1;
    input.step.start = placeAt(0.0, 2.0, 0.0);
    input.step.target = placeAt(1.0, 0.0, 0.0);
    cdSlideCache cache = CD_ZERO;
    cdSlide slide = cdFindSlide(&input, &cache, workspace, NULL);
    cdVec3 p = slide.contact.resolvedPose.p;
    printf("slide: x = %.4f, height %.4f, after %d legs\n", p.x, p.y, (int)slide.legCount);
}

// [separating vector] Finds a direction that separates the convex hulls.
static void separate(const cdMesh *box, const cdMesh *floor, cdPose boxPose, cdPose floorPose) {
    cdSeparationInput pair = CD_ZERO;
    pair.convexA = cdGetMeshInfo(box).hull;
    pair.convexB = cdGetMeshInfo(floor).hull;
    pair.poseA = boxPose;
    pair.poseB = floorPose;
    cdConvexCache cache = CD_ZERO;
    cdSeparation found = cdFindSeparatingVector(&pair, &cache, NULL);
    if (found.state == CD_FREE) printf("separating vector: y = %g, gap %.6f\n", found.vector.y, found.gap);
}

// [distance] Measures the distance, with a certified error.
static void measure(const cdMesh *box, const cdMesh *floor, cdPose floorPose, cdWorkspace *workspace) {
    cdDistanceInput pair = CD_ZERO;
    pair.meshA = box;
    pair.meshB = floor;
    pair.poseB = floorPose;
    pair.poseA = placeAt(0.0, 2.0, 0.0);
    cdPairCache cache = CD_ZERO;
    cdDistance found = cdFindDistance(&pair, &cache, workspace, NULL);
    if (found.state == CD_FREE)
        printf("distance: %.6f, error %.0e, nearest vertex %d\n", found.distance, found.error,
               (int)found.featureA.id);
}

// [solid] Classifies two points.
static void classify(const cdMesh *box) {
    if (!(cdGetMeshInfo(box).parts & CD_PART_SOLID)) return; // not closed: see the report
    cdLocation inside = cdClassifyPoint(box, cdMakeVec3(0.1, 0.2, 0.3), NULL);
    cdLocation corner = cdClassifyPoint(box, cdMakeVec3(0.5, 0.5, 0.5), NULL);
    printf("solid: volume %g; one point is %s, one on %s %d\n", cdGetSolidInfo(box).mass.volume,
           cdGetLocationName(inside.kind), cdGetLocationName(corner.kind), (int)cdGetLocationId(box, corner));
}

// [regions] Finds where the box touches the floor, and the contact normals.
static void findRegions(const cdMesh *box, const cdMesh *floor, cdPose boxPose, cdPose floorPose,
                        cdWorkspace *workspace) {
    cdContactRegion regions[16]; // room for all regions, with edges and corners of the area
    cdVec3 points[64];
    cdRegionsInput input = CD_ZERO;
    input.meshA = box;
    input.meshB = floor;
    input.sufficientOnly = true;
    input.poseA = boxPose;
    input.poseB = floorPose;
    input.regions = regions;
    input.points = points;
    input.regionCapacity = 16;
    input.pointCapacity = 64;
    cdPairCache cache = CD_ZERO;
    cdContactRegions found = cdFindContactRegions(&input, &cache, workspace, NULL);
    for (int32_t i = 0; i < found.regionCount && !found.truncated; i++)
        printf("region: dimension %d, area %g, normal (%g, %g, %g)\n", (int)regions[i].dimension,
               regions[i].measure, regions[i].normals[0].x, regions[i].normals[0].y, regions[i].normals[0].z);
}

// [world] Drops the box; it bounces and comes to rest.
static void fall(const cdMesh *box, const cdMesh *floor, cdPose floorPose) {
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    cdBodyDef ground = cdDefaultBodyDef(), falling = cdDefaultBodyDef();
    ground.mesh = floor;
    ground.pose = floorPose;
    falling.kind = CD_BODY_DYNAMIC;
    falling.mesh = box;
    falling.pose = placeAt(0.0, 2.0, 0.0);
    cdAddBody(world, &ground);
    cdBodyId body = cdAddBody(world, &falling);
    int32_t steps = 0;
    for (; steps < 1000 && !cdGetBodyState(world, body).asleep; steps++)
        cdStepWorld(world, 1.0 / 60.0);
    printf("world: asleep after %d steps, height %.4f\n", (int)steps, cdGetBodyState(world, body).pose.p.y);
    cdDestroyWorld(world);
}

// [trace] Prints how the first query found its contact.
static void printTrace(const cdMesh *box, const cdMesh *floor, cdPose floorPose, cdWorkspace *workspace) {
    cdTraceEvent events[256];
    cdTrace trace = CD_ZERO;
    trace.events = events;
    trace.eventCapacity = 256;
    cdFirstContactInput step = CD_ZERO;
    step.meshA = box;
    step.meshB = floor;
    step.startB = floorPose;
    step.startA = placeAt(0.0, 2.0, 0.0);
    step.targetA = placeAt(0.0, 0.0, 0.0);
    cdFindFirstContact(&step, NULL, workspace, &trace);
    for (int32_t i = 0; i < trace.eventCount; i++) {
        if (events[i].kind != CD_TRACE_SHORTENED) continue;
        cdTracedQuery query = {.meshA = box, .meshB = floor, .nameA = "the box", .nameB = "the floor"};
        char text[CD_TRACE_TEXT_SIZE];
        cdDescribeTrace(&events[i], &query, text, sizeof text);
        printf("trace: %s\n", text);
    }
}

int main(void) {
    cdMesh *box = makeBox(0.5, 0.5, 0.5), *floor = makeBox(5.0, 0.5, 5.0);
    cdWorkspace *workspace = cdCreateWorkspace(); // working memory of queries, one per thread
    if (box == NULL || floor == NULL || workspace == NULL) return 1;
    cdPose floorPose = placeAt(0.0, -0.5, 0.0);

    cdPose boxPose = dropBox(box, floor, floorPose, workspace);
    slideBox(box, floor, floorPose, workspace);
    separate(box, floor, boxPose, floorPose);
    measure(box, floor, floorPose, workspace);
    classify(box);
    findRegions(box, floor, boxPose, floorPose, workspace);
    fall(box, floor, floorPose);
    printTrace(box, floor, floorPose, workspace);

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(floor);
    cdDestroyMesh(box);
    return 0;
}
