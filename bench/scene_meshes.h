// The meshes of scenes whose objects are generated shapes, for benchmarks.
#ifndef BENCH_SCENE_MESHES_H
#define BENCH_SCENE_MESHES_H

#include "bench/report.h"
#include "scenes/scene.h"

// Fills meshes[objectCount + shapeCount], initially NULL, as for CreateSceneWorld. Objects of one mesh share
// it. @errors false with report->failure; those created so far are in `meshes`
bool CreateBenchMeshes(const SceneData *data, cdMesh **meshes, BenchReport *report);
// Destroys meshes[count], and the array.
void DestroyBenchMeshes(cdMesh **meshes, int32_t count);

#endif
