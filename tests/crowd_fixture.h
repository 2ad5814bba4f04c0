// Shared by the tests of queries of worlds: a crowd of bodies at random poses, and random filters.
#ifndef TESTS_CROWD_FIXTURE_H
#define TESTS_CROWD_FIXTURE_H

#include "body_fixture.h"
#include "cases.h"
#include "collision/world_queries.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MESHES = 8, BODIES = 40 };

typedef struct Crowd {
    cdMesh *meshes[MESHES];
    const cdMesh *meshOf[BODIES];
    cdWorld *world;
    cdWorkspace *workspace;
} Crowd;

static inline cdMesh *makeRounded(const char *spec, double radius) {
    TriangleSoup soup = {0};
    char message[256];
    if (!MakeShape(spec, &soup, message, sizeof message)) abort();
    cdMeshDef def = MakeSoupMeshDef(&soup);
    def.roundingRadius = radius;
    cdMesh *mesh = cdCreateMesh(&def, NULL);
    if (mesh == NULL) abort();
    DestroyTriangleSoup(&soup);
    return mesh;
}

static const cdVec3 CAPSULE_ENDS[2] = {{-0.5, 0.1, 0.0}, {0.6, 0.0, 0.2}};

static inline void makeMeshes(cdMesh *meshes[MESHES]) {
    meshes[0] = makeBody("box:x=0.5,y=0.4,z=0.3").mesh;
    meshes[1] = makeBody("torus:segments=12").mesh;
    meshes[2] = makeBody("gear:teeth=7").mesh;
    meshes[3] = makeBody("icosphere:level=2,radius=0.7").mesh;
    meshes[4] = cdCreateSphere((cdVec3){0.1, 0.0, 0.2}, 0.6, NULL);
    meshes[5] = cdCreateCapsule(CAPSULE_ENDS, 0.3, NULL);
    meshes[6] = makeRounded("box:x=0.4,y=0.3,z=0.5", 0.15);
    meshes[7] = makeRounded("torus:segments=10", 0.1);
    for (int i = 0; i < MESHES; i++)
        if (meshes[i] == NULL) abort();
}

static inline cdPose makeRandomPose(Random *random, double size) {
    return (cdPose){cdScale(size, nextRandomVec3(random)),
                    cdMakeQuat(nextRandomDirection(random), nextRandomIn(random, 0.0, 6.0))};
}

// Bodies at random poses, some of which overlap, some removed.
static inline Crowd makeCrowd(uint64_t seed, double size) {
    Crowd crowd = {.workspace = cdCreateWorkspace()};
    cdWorldDef def = cdDefaultWorldDef();
    Random random = {seed};
    crowd.world = cdCreateWorld(&def);
    if (crowd.world == NULL || crowd.workspace == NULL) abort();
    makeMeshes(crowd.meshes);
    for (int32_t i = 0; i < BODIES; i++) {
        cdBodyDef body = cdDefaultBodyDef();
        body.kind = i % 3 == 0 ? CD_BODY_FIXED : CD_BODY_DYNAMIC;
        body.mesh = crowd.meshOf[i] = crowd.meshes[nextRandomInt(&random, 0, MESHES - 1)];
        body.pose = makeRandomPose(&random, size);
        body.category = 1u << i % 3;
        if (i % 4 == 0) body.mask = 2;
        body.sensor = i % 5 == 1;
        if (cdAddBody(crowd.world, &body) != i) abort();
    }
    cdRemoveBody(crowd.world, 0);
    cdRemoveBody(crowd.world, BODIES - 1);
    for (int32_t i = 7; i < BODIES; i += 9) {
        cdSetBodyPose(crowd.world, i, makeRandomPose(&random, size));
        cdRemoveBody(crowd.world, i - 2);
    }
    return crowd;
}

static inline void destroyCrowd(Crowd *crowd) {
    cdDestroyWorld(crowd->world);
    cdDestroyWorkspace(crowd->workspace);
    for (int i = 0; i < MESHES; i++)
        cdDestroyMesh(crowd->meshes[i]);
}

// --- Filters

typedef struct Chosen {
    int32_t modulus, rest;
    cdBodyId last; // body of the last call
} Chosen;

static inline bool acceptChosen(void *context, cdBodyId body) {
    Chosen *chosen = context;
    assert_true(body > chosen->last); // each once, in order
    chosen->last = body;
    return body % chosen->modulus != chosen->rest;
}

typedef struct Choice {
    cdBodyId except[2];
    Chosen chosen;
    cdBodyFilter filter;
} Choice;

static inline void choose(Choice *choice, Random *random) {
    *choice =
        (Choice){.except = {nextRandomInt(random, 0, BODIES - 1), nextRandomInt(random, 0, BODIES - 1)}};
    choice->chosen = (Chosen){.modulus = 3, .rest = nextRandomInt(random, 0, 2), .last = -1};
    int kind = nextRandomInt(random, 0, 31);
    if (kind & 1) {
        choice->filter.except = choice->except;
        choice->filter.exceptCount = 2;
    }
    if (kind & 2) {
        choice->filter.accepts = acceptChosen;
        choice->filter.context = &choice->chosen;
    }
    if (kind & 4) choice->filter.mask = (uint32_t)nextRandomInt(random, 1, 7);
    if (kind & 8) choice->filter.category = (uint32_t)nextRandomInt(random, 1, 3);
    choice->filter.sensors = (kind & 16) != 0;
}

static inline bool isChosen(const Crowd *crowd, const cdBodyFilter *filter, int32_t body) {
    const Chosen *chosen = filter->context;
    uint32_t mask = body % 4 == 0 ? 2 : ~0u;
    if (!cdGetBodyState(crowd->world, body).present) return false;
    if (body % 5 == 1 && !filter->sensors) return false;
    if (filter->mask != 0 && !(filter->mask >> body % 3 & 1)) return false;
    if (filter->category != 0 && !(filter->category & mask)) return false;
    if (filter->except && (filter->except[0] == body || filter->except[1] == body)) return false;
    return !filter->accepts || body % chosen->modulus != chosen->rest;
}

#endif
