// First contact of two small meshes by brute force: conservative advancement of every pair of triangles.
//
// Input: two meshes as plain triangles, the step of the moving one, the fixed one's pose. Output: state,
// first t, and the accuracy of that answer. A pair of triangles at distance d along the unit direction n
// stays disjoint for a step h with
//     w h + c h^2 / 2 < d,   w: the fastest approach of a corner along n now, c: a bound on acceleration,
// so it advances by that, in long double, until the gap is tiny or the best time is passed: no cubics, no
// trees, and no step jumps over a contact. Slow; meant for some hundred triangles in all.
#ifndef ORACLE_CONTACT_H
#define ORACLE_CONTACT_H

#include "collision/mesh.h"
#include "collision/query.h"
#include "oracle/oracle_motion.h"

#include <stdbool.h>

typedef struct OracleMesh {
    RealVec3 *points;         // points[pointCount], local frame, relative to `center`
    RealVec3 center;          // in the mesh's own frame
    const int32_t *triangles; // triangles[3 * triangleCount]; the cdMesh's
    int32_t pointCount, triangleCount;
} OracleMesh;

// Copies the welded vertices of a mesh. NULL members without memory.
OracleMesh MakeOracleMesh(const cdMesh *mesh);
void FreeOracleMesh(OracleMesh *mesh);

// A step in a frame at B's centre: the motion of A's points, and B's points.
typedef struct OracleScene {
    OracleMotion motion;
    RealPose fixed;
} OracleScene;

OracleScene MakeOracleScene(const OracleMesh *a, cdPose start, cdPose target, const OracleMesh *b,
                            cdPose poseB);
// Transforms a point of the world to that frame.
RealVec3 GetOraclePoint(const OracleMesh *b, cdPose poseB, cdVec3 world);

typedef struct OracleContact {
    cdState state;        // CD_FREE, CD_CONTACT or CD_OVERLAP (touching or crossing at the start)
    double t;             // the two are disjoint up to t; 1 if free
    double minDistance;   // minimum distance of two triangles seen
    double approachSpeed; // of the distance at the contact, length per step; 0 without a contact
    double speed;         // bound of the pair in contact, length per step
    RealVec3 normal;      // unit, from B to A just before the contact
    double gap;           // distance at which two triangles count as touching
    double accuracy;      // of t at a contact: gap over approach speed
    bool gaveUp;          // some pair stayed so close for so long that the stepping stopped
    bool degenerate;      // grazing: the approach is slower than 1e-3 of the speed; or gaveUp
} OracleContact;

OracleContact FindOracleContact(const OracleMesh *a, cdPose start, cdPose target, const OracleMesh *b,
                                cdPose poseB);

// Returns the minimum distance between the two meshes at a pose of A, or at a fraction of a step; 0 if
// triangles cross.
double FindOracleDistance(const OracleMesh *a, cdPose poseA, const OracleMesh *b, cdPose poseB);
double FindOracleDistanceAt(const OracleMesh *a, cdPose start, cdPose target, double t, const OracleMesh *b,
                            cdPose poseB);

// Does the same with A moved by `shift`.
double FindOracleDistanceBeside(const OracleMesh *a, cdPose start, cdPose target, double t, RealVec3 shift,
                                const OracleMesh *b, cdPose poseB);

// Returns the distance of two triangles that do not cross, from their sides and corners; the optional `apart`
// receives the vector from the closest point of b to that of a. The second function tests for crossing.
Real GetTriangleDistance(const RealVec3 a[3], const RealVec3 b[3], RealVec3 *apart);
bool DoTrianglesCross(const RealVec3 a[3], const RealVec3 b[3]);

#endif
