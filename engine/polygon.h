// Triangulates polygons in space, convex or not.
#ifndef GX_POLYGON_H
#define GX_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

typedef enum gxPolygonResult {
    GX_POLYGON_CUT = 0,
    GX_POLYGON_NO_MEMORY,
    GX_POLYGON_TOO_TANGLED
} gxPolygonResult;

// Cuts the polygon corners[cornerCount] (indices into points[3 * ...]) into cornerCount - 2 triangles of the
// same orientation, written to triangles[3 * (cornerCount - 2)]. Ears are cut in the polygon's mean plane. A
// polygon that crosses itself or has no area is triangulated too, arbitrarily.
// @errors GX_POLYGON_TOO_TANGLED when the search for ears exceeds a bound proportional to cornerCount
gxPolygonResult gxTriangulatePolygon(const double *points, const int32_t *corners, int32_t cornerCount,
                                     int32_t *triangles);

#endif
