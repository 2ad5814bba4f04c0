// The memory of a boundary representation under construction, its list of flaws, and the order of its steps.
#include "solid/brep/brep_build.h"

#include "foundation/memory/hooks.h"

#include <string.h>

void *cdTakeBrepArray(cdBrepBuild *build, size_t count, size_t itemSize) {
    void *array = NULL;
    if (CD_REQUIRE(build->arrayCount < CD_BREP_BUILD_ARRAYS))
        array = cdAllocate((count > 0 ? count : 1) * itemSize);
    if (array == NULL) {
        build->report.error = CD_BUILD_OUT_OF_MEMORY;
    } else {
        build->arrays[build->arrayCount++] = array;
    }
    return array;
}

void cdGiveBackBrepArray(cdBrepBuild *build, void *array) {
    for (int32_t i = 0; i < build->arrayCount; i++) {
        if (build->arrays[i] != array) continue;
        build->arrays[i] = build->arrays[--build->arrayCount];
        cdFree(array);
        return;
    }
}

void cdFreeBrepBuild(cdBrepBuild *build) {
    while (build->arrayCount > 0)
        cdFree(build->arrays[--build->arrayCount]);
}

static bool growFlaws(cdBrepBuild *build) {
    cdSolidReport *report = &build->report;
    int32_t capacity = report->defectCount > 0 ? 2 * report->defectCount : 16;
    cdDefect *flaws = cdAllocate((size_t)capacity * sizeof *flaws);
    if (flaws == NULL) {
        report->error = CD_BUILD_OUT_OF_MEMORY;
        return false;
    }
    if (report->defectCount > 0) memcpy(flaws, report->defects, (size_t)report->defectCount * sizeof *flaws);
    cdFree(report->defects);
    report->defects = flaws;
    build->flawCapacity = capacity;
    return true;
}

bool cdAddFlaw(cdBrepBuild *build, cdDefect flaw) {
    cdSolidReport *report = &build->report;
    bool listed = build->wantsFlaws && report->countOfKind[flaw.kind] < CD_DEFECT_LIST_MAX;
    report->countOfKind[flaw.kind]++;
    if (!listed) return true;
    if (report->defectCount == build->flawCapacity && !growFlaws(build)) return false;
    report->defects[report->defectCount++] = flaw;
    return true;
}

bool cdBuildBrep(cdBrepBuild *build) {
    const cdMesh *mesh = build->mesh;
    build->flatness = 0.05 * build->tolerance;
    build->brep.triangles = mesh->triangles;
    build->brep.meshPoints = mesh->vertices;
    build->brep.meshVertexCount = mesh->vertexCount;
    static bool (*const steps[])(cdBrepBuild *) = {cdFindTwins, cdFindShells,      cdFindCrossings,
                                                   cdGrowFaces, cdJoinEdges,       cdMakeLoops,
                                                   cdListFans,  cdMeasureFeatures, cdListNearFeatures};
    enum { COUNT = sizeof steps / sizeof steps[0] };
    for (int32_t i = 0; i < COUNT; i++) {
        if (cdIsInterrupted(build->watch, CD_BREP_SHARE * i / COUNT)) {
            build->report.error = CD_BUILD_INTERRUPTED;
            return false;
        }
        if (!steps[i](build)) return false;
    }
    return true;
}
