// A program of a parent project that is compiled with -ffast-math: NaN and infinity given to the library.
//
// A NaN pose must be undecided, a NaN mesh refused. The numbers are made from their bits, since this file's
// own arithmetic knows no NaN.
#include <collision/collision.h>
#include <stdio.h>
#include <string.h>

static double fromBits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static cdMesh *makeTetrahedron(double apex, cdMeshReport *report) {
    const cdVec3 points[] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, apex, 0}};
    const int32_t triangles[] = {0, 1, 2, 1, 0, 3, 2, 1, 3, 0, 2, 3};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 4;
    def.triangles = triangles;
    def.triangleCount = 4;
    return cdCreateMesh(&def, report);
}

// The state of a fall from `start` to height -1 onto the same mesh, whose apex is at height 1.
static cdState fallFrom(const cdMesh *mesh, double start) {
    cdFirstContactInput input = {.meshA = mesh, .meshB = mesh};
    input.startA = input.targetA = input.startB = cdIdentityPose();
    input.startA.p.y = start;
    input.targetA.p.y = -1.0;
    cdWorkspace *workspace = cdCreateWorkspace();
    cdState state = cdFindFirstContact(&input, NULL, workspace, NULL).state;
    cdDestroyWorkspace(workspace);
    return state;
}

int main(void) {
    const double nan = fromBits(0x7ff8000000000000u), infinity = fromBits(0x7ff0000000000000u);
    cdMesh *mesh = makeTetrahedron(1.0, NULL), *bad = makeTetrahedron(nan, NULL);
    if (!mesh) return 1;
    cdState states[] = {fallFrom(mesh, 3.0), fallFrom(mesh, nan), fallFrom(mesh, infinity)};
    printf("states %d %d %d, NaN mesh %s\n", (int)states[0], (int)states[1], (int)states[2],
           bad ? "accepted" : "refused");
    cdDestroyMesh(mesh);
    return states[0] == CD_CONTACT && states[1] == CD_UNDECIDED && states[2] == CD_UNDECIDED && !bad ? 0 : 1;
}
