// First contact of two small meshes by brute force: conservative advancement of every pair of triangles.
//
// Input: two meshes as plain triangles, the step of the moving one, the fixed one's pose. Output: state,
// first t, and how sharp that answer is. Each pair of triangles d apart along the unit direction n stays
// apart for a step h with
//     w h + c h^2 / 2 < d,   w: the fastest approach of a corner along n now, c: a bound on acceleration,
// so it steps by that, in long double, until it is a tiny gap apart or past the best time found: no cubics,
// no trees, and no step jumps over a contact. Slow; meant for some hundred triangles in all.
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

// Copies the welded vertices of a mesh. NULL members when there is no memory.
OracleMesh MakeOracleMesh(const cdMesh *mesh);
void FreeOracleMesh(OracleMesh *mesh);

// A step in a frame at B's centre: the motion of A's points and where B's are.
typedef struct OracleScene {
    OracleMotion motion;
    RealPose fixed;
} OracleScene;

OracleScene MakeOracleScene(const OracleMesh *a, cdPose start, cdPose target, const OracleMesh *b,
                            cdPose poseB);
// A point of the world in that frame.
RealVec3 GetOraclePoint(const OracleMesh *b, cdPose poseB, cdVec3 world);

typedef struct OracleContact {
    cdState state;        // CD_FREE, CD_CONTACT or CD_OVERLAP (touching or crossing at the start)
    double t;             // the two are apart up to t; 1 when free
    double minDistance;   // smallest distance of two triangles met on the way
    double approachSpeed; // of the distance at the contact, length per step; 0 when not a contact
    double speed;         // bound of the pair in contact, length per step
    RealVec3 normal;      // unit, from B to A just before the contact
    double gap;           // distance at which two triangles count as touching
    double accuracy;      // of t at a contact: gap over approach speed
    bool gaveUp;          // some pair came so close for so long that the stepping was given up
    bool degenerate;      // grazing: the approach is slower than 1e-3 of the speed; or gaveUp
} OracleContact;

OracleContact FindOracleContact(const OracleMesh *a, cdPose start, cdPose target, const OracleMesh *b,
                                cdPose poseB);

// The smallest distance between the two meshes at a pose of A, and at a fraction of a step; 0 when triangles
// cross.
double FindOracleDistance(const OracleMesh *a, cdPose poseA, const OracleMesh *b, cdPose poseB);
double FindOracleDistanceAt(const OracleMesh *a, cdPose start, cdPose target, double t, const OracleMesh *b,
                            cdPose poseB);

// The same with A moved aside by `shift`.
double FindOracleDistanceBeside(const OracleMesh *a, cdPose start, cdPose target, double t, RealVec3 shift,
                                const OracleMesh *b, cdPose poseB);

// Distance of two triangles that do not cross, from their sides and corners; `apart`, when asked for, goes
// from the closest point of b to that of a. And whether they cross.
Real GetTriangleDistance(const RealVec3 a[3], const RealVec3 b[3], RealVec3 *apart);
bool DoTrianglesCross(const RealVec3 a[3], const RealVec3 b[3]);

#endif
