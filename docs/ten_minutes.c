// The library in ten minutes: one box and one floor, asked eight questions. docs/library.md goes through it.
//
// The floor's top is at height 0. The box, a unit across, starts with its centre at height 2 and is pushed
// down to height 0, half of it in the floor: it touches after three quarters of the way.
#include <collision/collision.h>
#include <stdio.h>

// [meshes] Any triangles will do; these are a box. Corner 4 x + 2 y + z has the signs of its bits.
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
    cdMeshReport report;
    cdMesh *mesh = cdCreateMesh(&def, &report); // copies what it needs
    if (mesh == NULL) printf("no mesh: %s\n", cdGetMeshErrorName(report.error));
    if (report.defectCount > 0) printf("%d defects\n", (int)report.defectCount);
    cdDestroyMeshReport(&report);
    return mesh;
}

static cdPose placeAt(double x, double y, double z) {
    cdPose pose = cdIdentityPose();
    pose.p = cdMakeVec3(x, y, z);
    return pose;
}

// [first contact] The box moves from one pose to another; when does it first touch?
static cdPose dropBox(const cdMesh *box, const cdMesh *floor, cdPose floorPose) {
    cdFirstContactInput step = {.meshA = box, .meshB = floor, .poseB = floorPose};
    step.startA = placeAt(0.0, 2.0, 0.0);
    step.targetA = placeAt(0.0, 0.0, 0.0);
    cdPairCache cache = {0}; // optional: what one step learns makes the next one faster
    cdScratch scratch = cdCreateScratch(cdGetScratchSize(box, floor));
    cdFirstContact hit = cdFindFirstContact(&step, &cache, scratch, NULL);
    if (hit.state == CD_CONTACT)
        printf("first contact: t = %.9f, left at height %.6f\n", hit.t.lo, hit.resolvedPose.p.y);
    cdDestroyScratch(&scratch);
    return hit.resolvedPose;
}

// [slide] The same step, but what is left of it goes on along the surface.
static void slideBox(const cdSurface *box, const cdSurface *floor, cdPose floorPose) {
    cdObstacle obstacle = {cdGetSurfaceMesh(floor), floorPose};
    const cdSurface *surfaces[] = {floor};
    cdSlideInput input = {.surface = box, .obstacleSurfaces = surfaces};
    input.step = (cdObstaclesInput){
        .mesh = cdGetSurfaceMesh(box), .start = placeAt(0.0, 2.0, 0.0), .target = placeAt(1.0, 0.0, 0.0)};
    input.step.obstacles = &obstacle;
    input.step.obstacleCount = 1;
    cdScratch scratch = cdCreateScratch(cdGetSlideScratchSize(&input));
    cdSlide slide = cdFindSlide(&input, scratch, NULL);
    cdVec3 p = slide.contact.resolvedPose.p;
    printf("slide: left at x = %.4f, height %.4f, after %d queries\n", p.x, p.y, (int)slide.legCount);
    cdDestroyScratch(&scratch);
}

// [separating vector] Are the convex hulls of the two apart?
static void separate(const cdMesh *box, const cdMesh *floor, cdPose boxPose, cdPose floorPose) {
    cdSeparationInput pair = {.convexA = cdGetMeshHull(box), .convexB = cdGetMeshHull(floor)};
    pair.poseA = boxPose;
    pair.poseB = floorPose;
    cdConvexCache cache = {0};
    cdSeparation found = cdFindSeparatingVector(&pair, &cache);
    if (found.state == CD_FREE)
        printf("separating vector: y = %g, gap %.6f\n", found.vector.y, found.gap);
}

// [distance] How far apart are the two, and where are they nearest?
static void measure(const cdMesh *box, const cdMesh *floor, cdPose floorPose) {
    cdDistanceInput pair = {.meshA = box, .meshB = floor, .poseB = floorPose};
    pair.poseA = placeAt(0.0, 2.0, 0.0);
    cdDistanceCache cache = {0};
    cdDistance found = cdFindDistance(&pair, &cache, NULL);
    if (found.state == CD_FREE)
        printf("distance: %.6f, certain to %.0e, from vertex %d\n", found.distance, found.error,
               (int)found.featureA.id);
}

// [solid] Where does a point lie?
static void classify(const cdMesh *box) {
    cdSolidDef def = {.mesh = box};
    cdSolid *solid = cdCreateSolid(&def, NULL);
    if (solid == NULL) return; // it does not close: the report says where
    cdPlace inside = cdClassifyPoint(solid, cdMakeVec3(0.1, 0.2, 0.3));
    cdPlace corner = cdClassifyPoint(solid, cdMakeVec3(0.5, 0.5, 0.5));
    printf("solid: volume %g; one point is %s, one on %s %d\n", cdGetSolidInfo(solid).mass.volume,
           cdGetWhereName(inside.where), cdGetWhereName(corner.where), (int)cdGetPlaceId(solid, corner));
    cdDestroySolid(solid);
}

// [regions] What touches what, and which way may it not move?
static void findRegions(const cdSurface *box, const cdSurface *floor, cdPose boxPose, cdPose floorPose) {
    cdContactRegion regions[16]; // room for all that touch: an area comes with its edges and corners
    cdVec3 points[64];
    cdContactRegions found = {
        .regions = regions, .regionCapacity = 16, .points = points, .pointCapacity = 64};
    cdRegionsInput input = {.surfaceA = box, .surfaceB = floor, .sufficientOnly = true};
    input.poseA = boxPose;
    input.poseB = floorPose;
    cdScratch scratch = cdCreateScratch(cdGetContactScratchSize(box, floor, 16, 64));
    cdFindContactRegions(&input, &found, scratch);
    for (int32_t i = 0; i < found.regionCount && !found.truncated; i++)
        printf("region: dimension %d, area %g, normal (%g, %g, %g)\n", (int)regions[i].dimension,
               regions[i].measure, regions[i].normals[0].x, regions[i].normals[0].y, regions[i].normals[0].z);
    cdDestroyScratch(&scratch);
}

// [world] The box falls, bounces and comes to rest.
static void fall(const cdSurface *box, const cdSurface *floor, cdPose floorPose) {
    cdWorldDef def = cdDefaultWorldDef();
    cdWorld *world = cdCreateWorld(&def);
    cdBodyDef ground = cdDefaultBodyDef(), falling = cdDefaultBodyDef();
    ground.surface = floor;
    ground.pose = floorPose;
    falling.kind = CD_BODY_DYNAMIC;
    falling.surface = box;
    falling.pose = placeAt(0.0, 2.0, 0.0);
    cdAddBody(world, &ground);
    int32_t body = cdAddBody(world, &falling), steps = 0;
    for (; steps < 1000 && !cdGetBodyState(world, body).rests; steps++)
        cdStepWorld(world, 1.0 / 60.0);
    printf("world: at rest after %d steps, at height %.4f\n", (int)steps,
           cdGetBodyState(world, body).pose.p.y);
    cdDestroyWorld(world);
}

// [trace] What did the first query do?
static void lookInside(const cdMesh *box, const cdMesh *floor, cdPose floorPose) {
    cdTraceEvent events[256];
    cdTrace trace = {.events = events, .eventCapacity = 256};
    cdFirstContactInput step = {.meshA = box, .meshB = floor, .poseB = floorPose};
    step.startA = placeAt(0.0, 2.0, 0.0);
    step.targetA = placeAt(0.0, 0.0, 0.0);
    cdScratch scratch = cdCreateScratch(cdGetScratchSize(box, floor));
    cdFindFirstContact(&step, NULL, scratch, &trace);
    for (int32_t i = 0; i < trace.eventCount; i++) {
        if (events[i].kind == CD_TRACE_SHORTENED)
            printf("trace: %s %s\n", cdDescribeTrace(&events[i]), cdGetTraceSource(&events[i]));
    }
    cdDestroyScratch(&scratch);
}

int main(void) {
    cdMesh *box = makeBox(0.5, 0.5, 0.5), *floor = makeBox(5.0, 0.5, 5.0);
    if (box == NULL || floor == NULL) return 1;
    cdSurface *boxSurface = cdCreateSurface(&(cdSurfaceDef){.mesh = box});
    cdSurface *floorSurface = cdCreateSurface(&(cdSurfaceDef){.mesh = floor});
    if (boxSurface == NULL || floorSurface == NULL) return 1;
    cdPose floorPose = placeAt(0.0, -0.5, 0.0);

    cdPose rest = dropBox(box, floor, floorPose);
    slideBox(boxSurface, floorSurface, floorPose);
    separate(box, floor, rest, floorPose);
    measure(box, floor, floorPose);
    classify(box);
    findRegions(boxSurface, floorSurface, rest, floorPose);
    fall(boxSurface, floorSurface, floorPose);
    lookInside(box, floor, floorPose);

    cdDestroySurface(floorSurface); // what uses it first, then the meshes
    cdDestroySurface(boxSurface);
    cdDestroyMesh(floor);
    cdDestroyMesh(box);
    return 0;
}
