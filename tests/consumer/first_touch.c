// Another project's first program: one tetrahedron falls towards another; prints when they touch.
//
// B is fixed with its apex at height 1; A's base starts at height 3 and moves down by 4, so they meet at t =
// 1/2.
#include <collision/collision.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    const cdVec3 points[] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, 1, 0}};
    const int32_t triangles[] = {0, 1, 2, 1, 0, 3, 2, 1, 3, 0, 2, 3};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 4;
    def.triangles = triangles;
    def.triangleCount = 4;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (!mesh) return 1;

    cdFirstContactInput input = {.meshA = mesh, .meshB = mesh};
    input.startA = input.targetA = input.poseB = cdIdentityPose();
    input.startA.p.y = 3.0;
    input.targetA.p.y = -1.0;
    cdWorkspace *workspace = cdCreateWorkspace();
    if (!workspace) return 1;
    cdFirstContact contact = cdFindFirstContact(&input, NULL, workspace, NULL);
    printf("first contact at t = %.12f, height %.12f\n", contact.t.lo, contact.point.y);

    cdDestroyWorkspace(workspace);
    cdDestroyMesh(mesh);
    return contact.state == CD_CONTACT && fabs(contact.t.lo - 0.5) < 1e-9 ? 0 : 1;
}
