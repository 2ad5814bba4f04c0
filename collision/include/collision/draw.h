// Debug drawing: results, traces, meshes and worlds as lines, triangles, points, spheres, arrows and labels.
//
// Queries never draw: they fill results and, on request, a trace. The functions here draw both through the
// caller's callbacks. Each call has a style: a role (not a colour), an owner, and a fade. No query needs this
// header.
//
// Coordinates are in the world frame unless a function documents otherwise. No pointer is kept. Lines outside
// a solid and culled edges are dashed, and locations have labels: no meaning depends on colour alone.
#ifndef COLLISION_DRAW_H
#define COLLISION_DRAW_H

#include "collision/boxes.h"
#include "collision/path.h"
#include "collision/query.h"
#include "collision/regions.h"
#include "collision/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Meaning of a call. The application assigns a colour to each role.
typedef enum cdDrawRole {
    CD_ROLE_SHAPE = 0,     // a shape
    CD_ROLE_INTENDED,      // an intended pose or path
    CD_ROLE_RESOLVED,      // a resolved pose
    CD_ROLE_FIRST_CONTACT, // elements of a first contact, and their point
    CD_ROLE_REGION,        // a contact region or contact point
    CD_ROLE_NORMAL,        // a contact normal or force, from B to A
    CD_ROLE_SCREW,         // a motion or a joint
    CD_ROLE_SPHERE,        // a node of a sphere tree
    CD_ROLE_CELL,          // a grid or hatching
    CD_ROLE_TRACE,         // tested by a query and not excluded
    CD_ROLE_CULLED,        // excluded by a query: disjoint, skipped or culled
    CD_ROLE_HULL,          // a convex hull
    CD_ROLE_SEPARATOR,     // a separating vector or plane
    CD_ROLE_INDEX,         // cut planes of a solid's index
    CD_ROLE_INDEX_CELL,    // the cell of the index that contains a point
    CD_ROLE_INSIDE,        // inside a solid
    CD_ROLE_OUTSIDE,       // outside a solid
    CD_ROLE_ON,            // a solid's vertex, edge or face
    CD_ROLE_COUNT
} cdDrawRole;

// Mesh to which a call belongs.
typedef enum cdDrawOwner { CD_OWNER_NONE = 0, CD_OWNER_A, CD_OWNER_B } cdDrawOwner;

// Style of a call. `{.role = ...}` is opaque and has no owner.
typedef struct cdDrawStyle {
    cdDrawRole role;   // meaning
    cdDrawOwner owner; // mesh
    double fade;       // [0, 1]: 0 opaque, towards 1 fainter
} cdDrawStyle;

// Callbacks of the application. NULL callbacks are skipped; then a sphere is drawn as three circles of
// segments, an arrow as a segment.
typedef struct cdDebugDraw {
    void (*segment)(cdVec3 a, cdVec3 b, cdDrawStyle style, void *context); // a line from a to b
    void (*triangle)(cdVec3 a, cdVec3 b, cdVec3 c, cdDrawStyle style,
                     void *context);                                                // filled, two-sided
    void (*point)(cdVec3 p, cdDrawStyle style, void *context);                      // a dot
    void (*sphere)(cdVec3 center, double radius, cdDrawStyle style, void *context); // its outline
    void (*arrow)(cdVec3 from, cdVec3 to, cdDrawStyle style, void *context);        // with its head at `to`
    void (*label)(cdVec3 p, const char *text, cdDrawStyle style,
                  void *context); // a short text beside a point. @lifetime of the text: the call
    void *context;                // passed to each callback
} cdDebugDraw;

// --- Results of queries

// Draws the contact point, the normal (of the given length), both elements (edge, triangle outline, vertex)
// and their names. If `input` has an array of touches, also the other touches and their normals, faded.
// `poseA`: pose at which A is drawn, best the resolved pose.
CD_API void cdDrawFirstContact(const cdDebugDraw *draw, const cdFirstContactInput *input,
                               const cdFirstContact *result, cdPose poseA, double normalLength);

// Draws a path: the path of the middle of the set, up to the first contact as CD_ROLE_RESOLVED, after it and
// those of moving obstacles faded as CD_ROLE_INTENDED; a point at each node of the set. A contact is drawn as
// by cdDrawFirstContact, with the set at its resolved pose and a label that ends in the time.
CD_API void cdDrawPathContact(const cdDebugDraw *draw, const cdPathInput *input, const cdPathContact *result,
                              double normalLength);

// Draws the minimum distance of a path: the nearest points and the segment between them, as CD_ROLE_NORMAL,
// with its length and time as a label. Draws nothing if no pair counts.
CD_API void cdDrawPathClearance(const cdDebugDraw *draw, const cdPathClearance *result);

// Draws the result of the convex proxies [CW96]. If they are disjoint: the two supporting points, a square of
// the plane between them with the given half side, and the distance of each point from it. A label names the
// result. Draws nothing if the proxies were not tested.
CD_API void cdDrawProxy(const cdDebugDraw *draw, const cdProxy *proxy, double halfSide);

// Draws a contact region: its area as triangles, its outline, segment or point, and its normals as arrows of
// the given length from its middle. The middle of a polygon is its centroid, or if that is outside, the
// centroid of its largest triangle. Faded: regions that are not in the sufficient subset, and new normals.
// The label has the features, the measure and the age; `input` NULL: no label.
CD_API void cdDrawContactRegion(const cdDebugDraw *draw, const cdRegionsInput *input,
                                const cdContactRegions *regions, int32_t region, double normalLength);

// --- Traces

// A recorded query, for drawing and description.
typedef struct cdTracedQuery {
    const cdMesh *meshA, *meshB; // meshB NULL: a query of one mesh, as of a point and a solid
    cdPose poseA, poseB;         // poses at which they are drawn; A's best at a time in event->t
    const cdMotion *motion;      // motion of A, for its path; NULL: A is fixed
    cdVec3 p, q;                 // classified point (both) or ends of the segment, A's local frame
    const char *nameA, *nameB;   // names in texts; NULL: "A", "B"
} cdTracedQuery;

// Draws the nodes and elements that a recorded query tested, each node once.
CD_API void cdDrawTrace(const cdDebugDraw *draw, const cdTrace *trace, const cdTracedQuery *query);

// Draws one event of any query, with a label of a few words. Draws nothing for events that only report. The
// role is CD_ROLE_CULLED if the event excludes something, CD_ROLE_FIRST_CONTACT for elements that touch, else
// CD_ROLE_TRACE:
// - two nodes: their spheres, A's where it is nearest to B's, and faded along its path in event->t; the line
//   between the centres; their ancestors as CD_ROLE_SPHERE, higher ones fainter. If a plane or the screw's
//   axis decided (how SLAB, BOX, AXIS), the spheres are faded; opaque are the nodes' discs or boxes with the
//   plane between them (CD_ROLE_SEPARATOR), A's at both ends of event->t; or the axis (CD_ROLE_SCREW) and
//   circles about it at the distances that differ;
// - two elements or triangles, with the paths of A's vertices faded; the features of boxes on a plane;
// - a vector: both hulls, A's at both ends of its motion; p and q, the supporting vertices of A and B, and
//   the vector as an arrow from p (CD_ROLE_SEPARATOR). p is nearer to q by the thickness of A;
// - a node of an index: the point or the part of the segment, its current cell (CD_ROLE_INDEX_CELL), and the
//   part of the node's plane in it (CD_ROLE_INDEX); a leaf as by cdDrawIndexCell;
// - a contact region: its first point and normal.
CD_API void cdDrawTraceEvent(const cdDebugDraw *draw, const cdTraceEvent *event, const cdTracedQuery *query);

// Size of any text of cdDescribeTrace with names of up to 64 bytes each.
enum { CD_TRACE_TEXT_SIZE = 512 };

// Writes one or two sentences about an event: the action of the search and its reason, with the file's
// numbers of elements, and at the end the section of the paper, as "[RKC01 4.2]" ("[ours]": in no paper).
// `query` NULL: no ids and names. `text` is always terminated.
CD_API void cdDescribeTrace(const cdTraceEvent *event, const cdTracedQuery *query, char *text,
                            size_t textSize);

// --- Meshes, motions and worlds

// Draws the spheres of one level, and the leaves above it; level -1: the leaves.
CD_API void cdDrawSphereTree(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t level);

// Draws the edges of the mesh's convex hull.
CD_API void cdDrawHull(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose);

// Draws the paths of the mesh's centre and of `pathCount` of its vertices.
CD_API void cdDrawPaths(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh,
                        int32_t pathCount);

// Draws the screw axis and the paths of the mesh's centre and of `pathCount` of its vertices.
CD_API void cdDrawMotion(const cdDebugDraw *draw, const cdMotion *motion, const cdMesh *mesh,
                         int32_t pathCount);

// Draws contact points as CD_ROLE_REGION with the force on the dynamic body as CD_ROLE_NORMAL, `forceLength`
// long for the weight of the lightest dynamic body (none without gravity); joints with
// their axes and limits, and hands, as CD_ROLE_SCREW.
// The points are in the order of cdGetWorldContacts, each before its force.
CD_API void cdDrawWorld(const cdDebugDraw *draw, const cdWorld *world, double forceLength);

// Writes "vertex 3", "edge 3-4", "face 7" with the file's numbers, or "nothing". `text` is always terminated.
CD_API void cdDescribeFeature(cdFeature feature, char *text, size_t textSize);

// --- Solids, features and the index

// The index is drawn inside the solid's box enlarged by this fraction of the solid's radius.
#define CD_DRAW_BOX_MARGIN 0.06

// Maximum depth of cdDrawIndexPlanes.
enum { CD_DRAW_DEPTH_MAX = 48 };

// Draws a vertex, an edge, or a face with its outline and hatching (CD_ROLE_CELL), and its name. Draws
// nothing for inside and outside. The mesh needs its solid or its features.
CD_API void cdDrawLocation(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdLocation location);

// Writes "inside", "face 17", "vertex 3" with the file's numbers. `text` is always terminated.
CD_API void cdDescribeLocation(const cdMesh *mesh, cdLocation location, char *text, size_t textSize);

// Draws the pieces of a segment, each with its name.
CD_API void cdDrawSegmentPieces(const cdDebugDraw *draw, cdPose pose, const cdSegmentInput *segment,
                                const cdSegmentPieces *pieces);

// Draws the cut planes of the index down to `depth` (1: only the root's), each as a convex polygon within its
// region and the box.
CD_API void cdDrawIndexPlanes(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, int32_t depth);

// Draws a point, local frame, with the name of its location and its cell of the index: the outlines of the
// cell's sides, the outline of a cell within a plane, or the segment of a cell on a line. Outside the box:
// the box.
CD_API void cdDrawIndexCell(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose, cdVec3 point);

// Draws the solid's edges after cdCullBackFaces (`culledFaces`: its `faces`): edges of a kept face opaque as
// CD_ROLE_TRACE, edges between culled faces dashed as CD_ROLE_CULLED.
CD_API void cdDrawCulling(const cdDebugDraw *draw, const cdMesh *mesh, cdPose pose,
                          const uint8_t *culledFaces);

// --- Boxes

// Draws the boundary of the Minkowski sum of B and A reflected: its 30 faces as triangles and their outlines,
// CD_ROLE_SHAPE, owned by the box whose face it is, or by none if it is of two edges. The face of `pair` is
// CD_ROLE_REGION (kind CD_NO_CONTACT: none). The point A's centre minus B's is CD_ROLE_RESOLVED; the boxes
// touch or overlap if it is inside.
// @frame world axes, the origin at the sum's centre, true lengths
CD_API void cdDrawMinkowskiSum(const cdDebugDraw *draw, const cdBoxAt *a, const cdBoxAt *b, cdBoxPair pair);

// Draws the path of A's centre minus B's over the step, `pointCount` points, CD_ROLE_INTENDED, in the same
// frame. At the first contact this point is on the boundary of the sum at that time.
CD_API void cdDrawBoxPath(const cdDebugDraw *draw, const cdBoxesInput *input, int32_t pointCount);

// Draws the spherical orientation representation, on the unit sphere about the origin, in world axes. B's
// normals: points with the three great circles that bound its octants, and the octants as triangles, every
// other one faded, CD_ROLE_CELL. A's normals: points and arcs, CD_ROLE_SHAPE. Normals of all pairs: small
// points, CD_ROLE_TRACE; that of `pair` with a label, CD_ROLE_NORMAL. Omits parts that face away from `eye`
// (a direction; zero: draws all).
CD_API void cdDrawOrientationSphere(const cdDebugDraw *draw, const cdBoxAt *a, const cdBoxAt *b,
                                    cdBoxPair pair, cdVec3 eye);

// Writes "corner 5, face 3", A's feature first; edges by the corners at their ends: "edge 0-1, edge 2-6".
// Empty for CD_NO_CONTACT. `text` is always terminated.
CD_API void cdDescribeBoxPair(cdBoxPair pair, char *text, size_t textSize);

#ifdef __cplusplus
}
#endif
#endif
