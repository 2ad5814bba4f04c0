// Throws one mesh onto a floor, in our world and in other libraries, with the same measurements.
//
// Input: a mesh of unit radius, a time step, a number of steps, throws. Output: time of the steps in which
// the mesh moves, the maximum depth of its deepest vertex below the floor's top, and whether it ends below
// it; for our world also its counters. The floor is a box with its top at y = 0.
#ifndef BENCH_THROWN_MESH_H
#define BENCH_THROWN_MESH_H

#include "bench/bench.h"
#include "bench/peers/peer_world.h"
#include "collision/world.h"

typedef struct ThrownMesh {
    TriangleSoup soup, floorSoup;
    cdMesh *mesh, *floor;
    cdMassProperties mass; // at unit density
    cdMassSource source;
    cdWorkspace *workspace; // for the exact test
    cdVec3 *points;         // points[soup.pointCount], relative to the centroid
    double radius;          // of these points
    cdPose *poses;          // poses[stepCapacity] of a throw: of the body's frame, origin at the centroid
    int64_t stepCapacity;
} ThrownMesh;

// @errors false with report->failure; always free `thrown`
bool LoadThrownMesh(const BenchInput *input, const char *spec, int64_t stepCapacity, ThrownMesh *thrown,
                    BenchReport *report);
void FreeThrownMesh(ThrownMesh *thrown);

// Starts 3 radii above the floor, down by up to 30 radii a second, sideways by up to 6 in each direction,
// rotating by up to 10 radians a second about each axis. Deterministic in seed and number.
PeerThrow MakeThrow(uint64_t seed, int64_t number);

typedef struct ThrowResult {
    int64_t steps;    // timed: before the mesh is asleep
    double seconds;   // of these
    double depth;     // maximum over all steps of the deepest vertex, length; 0: never below
    bool tunnelled;   // its centroid ends, or leaves the floor, below the floor's top
    int64_t overlaps; // ours: steps that end in overlap by the exact test, or undecided
    int64_t events, impacts, waits, queries;
    double drift; // length
} ThrowResult;

// @errors false with report->failure
bool RunOwnThrow(ThrownMesh *thrown, const PeerThrow *start, double dt, int64_t steps, ThrowResult *result,
                 BenchReport *report);
// Returns the number of compiled-in libraries of peer_world.h.
int32_t GetPeerWorlds(const PeerWorld *peers[2]);
// `world`: opened by peer->open with MakePeerScene's scene.
ThrowResult RunPeerThrow(ThrownMesh *thrown, const PeerWorld *peer, void *world, const PeerThrow *start,
                         double dt, int64_t steps);
PeerScene MakePeerScene(const ThrownMesh *thrown); // @lifetime of the mesh

#endif
