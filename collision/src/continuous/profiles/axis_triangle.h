// Points and triangles in the coordinates of a screw, in which the moving mesh hardly moves.
//
// A point of A keeps its distance rho from the screw's axis. Its angle about the axis grows by the turn, and
// its height along the axis by the slide. With pitch = slide / turn, the unwound height w = height - pitch *
// angle changes little: by the slip, since the slide is linear in tau and the turn is not quite. So A's
// triangles are nearly fixed in the plane (rho, w), and two triangles that a line separates there stay
// separated for the whole screw. Bounds on straight paths do not separate nested surfaces of revolution, or a
// nut from its bolt; this does.
#ifndef CD_AXIS_TRIANGLE_H
#define CD_AXIS_TRIANGLE_H

#include "continuous/search/search_memory.h"
#include "foundation/numbers/matrix.h"

#include <stdbool.h>

// The axis and two directions across it, in the frame of a query.
typedef struct cdAxisFrame {
    cdVec3 origin, axis, x, y; // the directions are unit and perpendicular
    double pitch;              // length per radian
    double margin;             // length: points this close are never called separated
} cdAxisFrame;

// Motion of A in these coordinates over the part of interest.
typedef struct cdAxisMotion {
    double turnLower, turnUpper; // range added to its angles, radians
    double slipLower, slipUpper; // range added to its unwound heights
} cdAxisMotion;

// Angles are known up to whole turns. Number of turns that can lie between A and B where they meet:
typedef enum cdWinding {
    CD_WINDING_NEVER, // none: their angles never agree
    CD_WINDING_ONE,   // a single number
    CD_WINDING_MANY
} cdWinding;

// Bounds on all points of a mesh over the whole screw.
typedef struct cdAxisRange {
    double rhoUpper, heightLower, heightUpper;
} cdAxisRange;

// Returns a point without its angle, which the first triangle that needs it computes.
cdAxisPoint cdMakeAxisPoint(const cdAxisFrame *frame, cdVec3 point);

// Computes a triangle. `range`: of the other mesh. A triangle beyond it by more than the margin becomes a far
// one, which is separated from everything; its other fields are unset.
void cdMakeAxisTriangle(const cdAxisFrame *frame, const cdAxisRange *range, cdAxisPoint *const corners[3],
                        cdAxisTriangle *out);

static inline bool cdIsAxisTriangleFar(const cdAxisTriangle *t) {
    return t->angleLower > t->angleUpper;
}

// Returns how many whole turns can lie between two ranges of angles. `shift`: for CD_WINDING_ONE, how much
// lower B's unwound heights are than A's where the two meet; else 0.
cdWinding cdFindWinding(const cdAxisMotion *motion, double pitch, const double anglesA[2],
                        const double anglesB[2], double *shift);

// True if the two stay farther than the margin from each other over the part of interest.
bool cdAxisTrianglesApart(const cdAxisFrame *frame, const cdAxisMotion *motion, const cdAxisTriangle *a,
                          const cdAxisTriangle *b);

#endif
