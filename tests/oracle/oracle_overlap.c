// Exact overlap of two triangles through the oracle for linear motion; see oracle_overlap.h.
#include "oracle/oracle_overlap.h"
#include "oracle/oracle_linear.h"

static bool doesSideMeet(cdVec3 from, cdVec3 to, const cdVec3 t[3]) {
    cdLinearInput input = {CD_VERTEX_FACE, {from, t[0], t[1], t[2]}, {to, t[0], t[1], t[2]}};
    return FindOracleLinearContact(&input).contact;
}

bool DoTrianglesOverlapExactly(const cdVec3 a[3], const cdVec3 b[3]) {
    for (int k = 0; k < 3; k++) {
        if (doesSideMeet(a[k], a[(k + 1) % 3], b) || doesSideMeet(b[k], b[(k + 1) % 3], a)) return true;
    }
    return false;
}
