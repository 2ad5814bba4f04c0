// Throws of one mesh onto a floor, through our world and through other libraries, measured alike.
//
// Input: a mesh of unit radius, a step, a number of steps, throws. Output: time of the steps in which the
// mesh moves, how deep its deepest vertex ever is below the floor's top, whether it ends below it, and of our
// own world what it did. The floor is a box, its top in y = 0.
#ifndef BENCH_THROWN_MESH_H
#define BENCH_THROWN_MESH_H

#include "bench/bench.h"
#include "bench/peers/peer_world.h"
#include "collision/world.h"

typedef struct ThrownMesh {
    TriangleSoup soup, floorSoup;
    cdMesh *mesh, *floor;
    cdMassProperties mass; // of unit density
    cdMassSource source;
    cdWorkspace *workspace; // for the exact test
    cdVec3 *points;         // points[soup.pointCount], less the centroid
    double radius;          // of these
    cdPose *poses;          // poses[stepCapacity] of a throw: of the body's frame, origin at the centroid
    int64_t stepCapacity;
} ThrownMesh;

// @errors false with report->failure; `thrown` is to be freed in every case
bool LoadThrownMesh(const BenchInput *input, const char *spec, int64_t stepCapacity, ThrownMesh *thrown,
                    BenchReport *report);
void FreeThrownMesh(ThrownMesh *thrown);

// From 3 radii above the floor, downwards by up to 30 radii a second, sideways by up to 6 each way, turning
// by up to 10 radians a second about each axis. The same for the same seed and number.
PeerThrow MakeThrow(uint64_t seed, int64_t number);

typedef struct ThrowResult {
    int64_t steps;    // timed: those before the mesh rests
    double seconds;   // of these
    double depth;     // length, of the deepest vertex at the end of any step; 0: never below
    bool tunnelled;   // its centroid ends, or leaves the floor, below the floor's top
    int64_t overlaps; // ours: steps that end in overlap by the exact test, or without a decision
    int64_t events, impacts, waits, queries;
    double drift; // length
} ThrowResult;

// @errors false with report->failure
bool RunOwnThrow(ThrownMesh *thrown, const PeerThrow *start, double dt, int64_t steps, ThrowResult *result,
                 BenchReport *report);
// Those of peer_world.h that are compiled in; returns how many.
int32_t GetPeerWorlds(const PeerWorld *peers[2]);
// `world` is one that peer->open made of MakePeerScene.
ThrowResult RunPeerThrow(ThrownMesh *thrown, const PeerWorld *peer, void *world, const PeerThrow *start,
                         double dt, int64_t steps);
PeerScene MakePeerScene(const ThrownMesh *thrown); // @lifetime the mesh's

#endif
