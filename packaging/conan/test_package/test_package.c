// Moves a triangle onto another one, with the installed library.
#include <collision/collision.h>
#include <stdio.h>

int main(void) {
    static const cdVec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    static const int32_t triangle[] = {0, 1, 2};
    cdMeshDef def = cdDefaultMeshDef();
    def.points = points;
    def.pointCount = 3;
    def.triangles = triangle;
    def.triangleCount = 1;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    cdWorkspace *workspace = cdCreateWorkspace();
    cdFirstContactInput step = CD_ZERO;
    step.meshA = mesh;
    step.meshB = mesh;
    step.startB = cdIdentityPose();
    step.startA = cdIdentityPose();
    step.targetA = cdIdentityPose();
    step.startA.p.z = 1.0;
    step.targetA.p.z = -1.0;
    cdFirstContact hit = cdFindFirstContact(&step, NULL, workspace, NULL);
    bool works = cdIsCompatible() && hit.state == CD_CONTACT && hit.t.lo < 0.5 && hit.t.lo > 0.499;
    printf("first contact: t = %.9f\n", hit.t.lo);
    cdDestroyWorkspace(workspace);
    cdDestroyMesh(mesh);
    return works ? 0 : 1;
}
