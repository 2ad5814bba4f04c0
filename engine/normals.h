// Vertex normals for drawing: smooth across gentle edges, sharp across creases.
#ifndef GX_NORMALS_H
#define GX_NORMALS_H

#include <stdbool.h>
#include <stdint.h>

// One corner of a drawn triangle. 16 bytes.
typedef struct gxVertex {
    float position[3];
    int8_t normal[4]; // unit times 127, the last 0
} gxVertex;

typedef struct gxSurface {
    gxVertex *vertices; // vertices[vertexCount]
    uint32_t *indices;  // indices[3 * triangleCount]
    int32_t *origins;   // origins[vertexCount]: the position each vertex was split from, ascending
    int32_t vertexCount, triangleCount;
} gxSurface;

// Splits each vertex into one per distinct normal. A corner's normal is the angle-weighted sum over the
// triangles about the vertex whose planes lie within `creaseAngle` (radians) of its own. Triangles keep their
// order. @errors no vertices: no memory
gxSurface gxMakeSurface(const float (*positions)[3], int32_t positionCount, const int32_t *triangles,
                        int32_t triangleCount, float creaseAngle);
void gxDestroySurface(gxSurface *surface);

#endif
