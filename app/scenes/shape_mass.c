// Measures generated meshes.
#include "scenes/shape_mass.h"
#include "shapes/shapes.h"
#include <string.h>

bool MeasureShape(const char *mesh, cdMassProperties *properties) {
    static const char prefix[] = "builtin:";
    if (strncmp(mesh, prefix, sizeof prefix - 1) != 0) return false;
    TriangleSoup soup;
    char message[256];
    if (!MakeShape(mesh + sizeof prefix - 1, &soup, message, sizeof message)) return false;
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.parts = CD_PART_FEATURES;
    cdMesh *built = cdCreateMesh(&def, NULL);
    DestroyTriangleSoup(&soup);
    if (built == NULL) return false;
    *properties = cdFindMassProperties(built, NULL);
    cdDestroyMesh(built);
    return true;
}
