// Drawing: results, traces, meshes and worlds as segments, triangles, points, spheres, arrows and labels.
//
// Queries never draw: they fill results and, on request, a trace. The functions here turn both into calls of
// the caller's callbacks. Each call has a style: a role, not a colour; an owner; and how faint it is. This
// header is optional: no query needs it.
//
// Coordinates are in the world frame unless a function says otherwise. No pointer is kept. Lines outside a
// solid and culled edges are dashed, and places have their names beside them, so that no meaning rests on
// colour alone.
#ifndef COLLISION_DRAW_H
#define COLLISION_DRAW_H

#include "collision/boxes.h"
#include "collision/query.h"
#include "collision/regions.h"
#include "collision/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// The meaning of a call; the application gives each role its colour.
typedef enum cdDrawRole {
    CD_ROLE_SOLID = 0,     // a shape
    CD_ROLE_INTENDED,      // an intended pose or path
    CD_ROLE_RESOLVED,      // a resolved pose
    CD_ROLE_FIRST_CONTACT, // elements of a first contact, and their point
    CD_ROLE_REGION,        // a contact region or contact point
    CD_ROLE_NORMAL,        // a contact normal or force, from B to A
    CD_ROLE_SCREW,         // a motion; joints
    CD_ROLE_SPHERE,        // a node of a sphere tree
    CD_ROLE_CELL,          // a grid, hatching
    CD_ROLE_TRACE,         // tested by a query, and still of interest
    CD_ROLE_CULLED,        // left out by a query: disjoint, skipped, culled
    CD_ROLE_HULL,          // a convex hull
    CD_ROLE_SEPARATOR,     // a separating vector or plane
    CD_ROLE_INDEX,         // cut planes of a solid's index
    CD_ROLE_INDEX_CELL,    // the cell of the index that a point is led to
    CD_ROLE_INSIDE,        // inside a solid
    CD_ROLE_OUTSIDE,       // outside a solid
    CD_ROLE_ON,            // a solid's vertex, edge or face
    CD_ROLE_COUNT
} cdDrawRole;

// The mesh that a call is about.
typedef enum cdDrawOwner { CD_OWNER_NONE = 0, CD_OWNER_A, CD_OWNER_B } cdDrawOwner;

// The style of a call. `{.role = ...}` is in full and of no mesh.
typedef struct cdDrawStyle {
    cdDrawRole role;   // its meaning
    cdDrawOwner owner; // its mesh
    double fade;       // 0: in full; the nearer to 1, the fainter
} cdDrawStyle;

// The callbacks of the application. NULL callbacks are skipped; a sphere without a callback is three circles
// of segments, an arrow is a segment.
typedef struct cdDebugDraw {
    void (*segment)(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context); // a straight line from a to b
    void (*triangle)(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style,
                     void *context);                           // filled, seen from both sides
    void (*point)(cdVec3 p, cdDrawStyle style, void *context); // a dot
    void (*sphere)(cdVec3 center, double radius, cdDrawStyle style, void *context); // its outline
    void (*arrow)(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context);        // with its head at `to`
    void (*label)(cdVec3 p, const char *text, cdDrawStyle style,
                  void *context); // a short text beside a point; the text lasts for the call
    void *context;                // handed to each of them
} cdDebugDraw;

// --- Results of queries

// Contact point, normal (of the given length), both elements (edge, triangle outline, vertex) and their
// names. Where `input` has an array of touches, the other touches and their normals, faded. `poseA` is where
// A is drawn, best the resolved pose.
CD_API void cdDrawFirstContact(const cdDebugDraw *draw, const cdFirstContactInput *input,
                               const cdFirstContact *result, cdPose poseA, double normalLength);

// The result of the convex proxies [CW96]. If they are disjoint: the two supporting points, a square of the
// plane between them with the given half side, and the distance of each point from it. A label says how the
// test ended. Draws nothing if the proxies were not tested.
CD_API void cdDrawProxy(const cdDebugDraw *draw, const cdProxy *proxy, double halfSide);

// A contact region: its surface as triangles, its outline, segment or point, and its normals as arrows of the
// given length from its middle. The middle of a polygon is its centroid, or where that lies outside, the
// centroid of its largest triangle. Regions that are not in the sufficient subset are faded, and normals that
// are new in this step. The label has the features, the measure and the age; NULL `input`: no label.
CD_API void cdDrawContactRegion(const cdDebugDraw *draw, const cdRegionsInput *input,
                                const cdContactRegions *regions, int32_t region, double normalLength);

// --- Traces

// A recorded query, as it is drawn and described.
typedef struct cdTracedQuery {
    const cdMesh *meshA, *meshB; // meshB NULL: a query of one mesh, as of a point and a solid
    cdPose poseA, poseB;         // where they are drawn: A best where it is at a time in event->t
    const cdMotion *motion;      // A's, to draw its path; NULL: it does not move
    cdVec3 p, q;                 // of a classified point (both) or segment: A's local frame
    const char *nameA, *nameB;   // for texts; NULL: "A", "B"
} cdTracedQuery;

// The nodes and elements that a recorded query tested, each node once.
CD_API void cdDrawTrace(const cdDebugDraw *draw, const cdTrace *trace, const cdTracedQuery *query);

// One event of any query, with a label of a few words. Draws nothing for events that only report. The role is
// CD_ROLE_CULLED where the event leaves something out, CD_ROLE_FIRST_CONTACT for elements that touch, else
// CD_ROLE_TRACE:
// - two nodes: their spheres, A's where it is nearest to B's, and faded along its path in event->t; the line
//   between the centres; the nodes above them as CD_ROLE_SPHERE, the higher the fainter. Where a plane or the
//   screw's axis decided (how SLAB, BOX, AXIS), the spheres are faded. In full are the nodes' discs or boxes
//   with the plane between them (CD_ROLE_SEPARATOR), A's at both ends of event->t; or the axis
//   (CD_ROLE_SCREW) and circles about it at the distances that differ;
// - two elements or triangles, and faded the paths of A's vertices; the features of boxes on a plane;
// - a vector: both hulls, A's at both ends of its motion; p and q, the supporting vertices of A and B, and
//   the vector as an arrow from p (CD_ROLE_SEPARATOR). p is nearer to q by the thickness of A;
// - a node of an index: the point, or the part of the segment; the cell it has come to (CD_ROLE_INDEX_CELL)
//   and the part of the node's plane in it (CD_ROLE_INDEX); a leaf as by cdDrawIndexCell;
// - a contact region: its first point and normal.
CD_API void cdDrawTraceEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

// Room for any text of cdDescribeTrace with names of up to 64 bytes each.
enum { CD_TRACE_TEXT_SIZE = 512 };

// One or two sentences on an event: what the search does and why, with the original ids of elements, and at
// the end where to read on, as "[RKC01 4.2]" ("[ours]": no paper has it). NULL `query`: without ids and
// names. Always ends `text`.
CD_API void cdDescribeTrace(const cdTraceEvent *event, const cdTracedQuery *query, char *text,
                            size_t textSize);

// --- Meshes, motions and worlds

// The spheres of one level (and the leaves above it); level -1: the leaves.
CD_API void cdDrawSphereTree(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t level);

// The edges of the mesh's convex hull.
CD_API void cdDrawHull(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose);

// The paths of the mesh's centre and of `pathCount` of its vertices.
CD_API void cdDrawPaths(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh,
                        int32_t pathCount);

// The screw axis and the path of the mesh's centre and of `pathCount` of its vertices.
CD_API void cdDrawMotion(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh,
                         int32_t pathCount);

// Contact points as CD_ROLE_REGION with the force on the dynamic body as CD_ROLE_NORMAL, `forceLength` long
// for the weight of the lightest dynamic body (none without gravity); joints and hands as CD_ROLE_SCREW. The
// points come in the order of cdGetWorldContacts, each before its force.
CD_API void cdDrawWorld(const cdDebugDraw *draw, const cdWorld *world, double forceLength);

// "vertex 3", "edge 3-4", "face 7" with original ids, "nothing". Always ends `text`.
CD_API void cdDescribeFeature(cdFeature feature, char *text, size_t textSize);

// --- Solids, surfaces and the index

// Everything of the index is cut off at the solid's box, made larger by this share of the solid's radius.
#define CD_DRAW_BOX_MARGIN 0.06

// The largest depth that cdDrawIndexPlanes draws.
enum { CD_DRAW_DEPTH_MAX = 48 };

// A vertex, an edge, or a face with its outline and hatching (CD_ROLE_CELL), and its name. Nothing for inside
// and outside. The mesh needs its solid or its surface.
CD_API void cdDrawLocation(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdLocation location);

// "inside", "face 17", "vertex 3" with original ids. Always ends `text`.
CD_API void cdDescribeLocation(const cdMesh *mesh, cdLocation location, char *text, size_t textSize);

// The pieces of a segment, each with its name beside it.
CD_API void cdDrawSegmentPieces(const cdDebugDraw *draw, cdPose pose, const cdSegmentInput *segment,
                                const cdSegmentPieces *pieces);

// The cut planes of the index down to `depth` (1: the root's alone), each as the convex polygon of its region
// within the box.
CD_API void cdDrawIndexPlanes(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t depth);

// A point, local frame, with the name of its place, and the cell of the index that it is led to: the outlines
// of its sides, of a cell within a plane its outline, of one on a line its segment. Outside the box: the box.
CD_API void cdDrawIndexCell(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdVec3 point);

// The solid's edges as culled by `faces` of cdCullBackFaces: those of a face that is kept in full as
// CD_ROLE_TRACE, those between culled faces dashed as CD_ROLE_CULLED.
CD_API void cdDrawCulling(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose,
                          const uint8_t *culledFaces);

// --- Boxes

// The boundary of the Minkowski sum of B and A reflected, about the origin: its 30 faces as triangles and
// their outlines, CD_ROLE_SOLID, each owned by the box whose face it is, by none where it is of two edges;
// the face of `pair` CD_ROLE_REGION (kind CD_NO_CONTACT: none). The boxes meet when A's centre less B's lies
// in it; that point is CD_ROLE_RESOLVED.
// @frame world axes, the origin at the sum's centre, lengths as they are
CD_API void cdDrawMinkowskiSum(const cdDebugDraw *draw, const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pair);

// The path of A's centre less B's over the step, `pointCount` points of it, CD_ROLE_INTENDED: what comes to
// lie on the boundary of the sum, as it is then, at the first contact. In the same frame.
CD_API void cdDrawBoxPath(const cdDebugDraw *draw, const cdBoxesInput *input, int32_t pointCount);

// The spherical orientation representation, on the unit sphere about the origin, in the world's axes: B's
// normals as points with the three great circles that bound its octants, and the octants as triangles, of
// which every other one is faded, CD_ROLE_CELL; A's normals as points and arcs, CD_ROLE_SOLID; the normals of
// all pairs as small points, CD_ROLE_TRACE, that of `pair` with a label, CD_ROLE_NORMAL. What faces away from
// `eye` (a direction; zero: draw all) is left out.
CD_API void cdDrawOrientationSphere(const cdDebugDraw *draw, const cdBoxAt *a, const cdBoxAt *b,
                                    cdBoxPair pair, cdVec3 eye);

// "corner 5, face 3", A's feature first; edges by the corners at their ends: "edge 0-1, edge 2-6". Empty for
// CD_NO_CONTACT. Always ends `text`.
CD_API void cdDescribeBoxPair(cdBoxPair pair, char *text, size_t textSize);

#ifdef __cplusplus
}
#endif
#endif
