// Texts: names of mesh features and of pairs of box features.
#include "draw/draw_calls.h"
#include "foundation/memory/hooks.h"

#include <stdio.h>

void cdDescribeFeature(cdFeature feature, char *text, size_t textSize) {
    if (!CD_REQUIRE(text != NULL || textSize == 0)) return;
    switch (feature.kind) {
    case CD_FEATURE_VERTEX:
        snprintf(text, textSize, "vertex %d", (int)feature.id);
        break;
    case CD_FEATURE_EDGE: {
        int a = (int)feature.vertexId[0], b = (int)feature.vertexId[1];
        snprintf(text, textSize, "edge %d-%d", a < b ? a : b, a < b ? b : a);
        break;
    }
    case CD_FEATURE_FACE:
        snprintf(text, textSize, "face %d", (int)feature.id);
        break;
    default:
        snprintf(text, textSize, "nothing");
    }
}

static bool isBoxEdge(int32_t edge) {
    return edge >= 0 && edge < CD_BOX_EDGES;
}

void cdDescribeBoxPair(cdBoxPair pair, char *text, size_t textSize) {
    if (!CD_REQUIRE(text != NULL || textSize == 0)) return;
    int32_t a[2], b[2];
    if (textSize > 0) text[0] = '\0';
    switch (pair.kind) {
    case CD_VERTEX_FACE:
        snprintf(text, textSize, "corner %d, face %d", (int)pair.a, (int)pair.b);
        break;
    case CD_FACE_VERTEX:
        snprintf(text, textSize, "face %d, corner %d", (int)pair.a, (int)pair.b);
        break;
    case CD_EDGE_EDGE:
        if (!isBoxEdge(pair.a) || !isBoxEdge(pair.b)) break;
        cdGetBoxEdgeEnds(pair.a, a);
        cdGetBoxEdgeEnds(pair.b, b);
        snprintf(text, textSize, "edge %d-%d, edge %d-%d", (int)a[0], (int)a[1], (int)b[0], (int)b[1]);
        break;
    default:
        break;
    }
}
