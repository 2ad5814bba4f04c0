// Names of the reasons why a mesh, its solid or a hull cannot be built.
#include "collision/base.h"
#include "foundation/memory/hooks.h"
#include "foundation/numbers/float_mode.h"

static const char *const NAMES[CD_BUILD_ERROR_COUNT] = {
    [CD_BUILD_OK] = "no error",
    [CD_BUILD_NO_POINTS] = "no points",
    [CD_BUILD_NO_TRIANGLES] = "no triangles",
    [CD_BUILD_NOT_FINITE] = "coordinate that is not a finite number",
    [CD_BUILD_TOO_LARGE] = "too many triangles or points, or coordinates beyond 1e100",
    [CD_BUILD_BAD_INDEX] = "triangle with an index out of range",
    [CD_BUILD_BAD_RADIUS] = "rounding radius out of range",
    [CD_BUILD_TOO_THIN] = "allowance of half the thickness or more",
    [CD_BUILD_FAILED] = "points of which no hull can be made",
    [CD_BUILD_OPEN] = "open: the mesh does not close",
    [CD_BUILD_NON_MANIFOLD] = "edges of more than two triangles, or vertices of more than one fan",
    [CD_BUILD_FLIPPED] = "neighbouring triangles of opposite orientation",
    [CD_BUILD_INSIDE_OUT] = "inside out",
    [CD_BUILD_FLAT] = "no volume",
    [CD_BUILD_CROSSES_ITSELF] = "triangles that cross each other",
    [CD_BUILD_OUT_OF_MEMORY] = "out of memory",
    [CD_BUILD_INTERRUPTED] = "interrupted",
};

const char *cdGetBuildErrorName(cdBuildError error) {
    bool known = CD_REQUIRE((int)error >= 0 && error < CD_BUILD_ERROR_COUNT);
    return known ? NAMES[error] : "unknown error";
}
