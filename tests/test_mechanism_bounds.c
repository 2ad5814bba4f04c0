// Bounds on the motion of mechanisms within cells of joint values.
#include "paths/mechanism_chain.h"

#include "mechanism_fixture.h"
#include <math.h>

static cdMesh *bar, *cube;

static int openAll(void **state) {
    (void)state;
    bar = makeShape("box:x=1,y=0.1,z=0.1"); // from -1 to 1
    cube = makeShape("box:x=0.5,y=0.5,z=0.5");
    return 0;
}

static int closeAll(void **state) {
    (void)state;
    cdDestroyMesh(bar);
    cdDestroyMesh(cube);
    return 0;
}

// Returns the largest change of the distance of any two vertices from one pose to another.
static double findChange(const cdChain *chain, cdPose from, cdPose to) {
    const cdMeshInfo a = cdGetMeshInfo(chain->a), b = cdGetMeshInfo(chain->b);
    double most = 0.0;
    for (int32_t i = 0; i < a.vertexCount; i++)
        for (int32_t j = 0; j < b.vertexCount; j++) {
            double before = cdLength(cdSub(cdTransformPoint(from, a.vertices[i]), b.vertices[j]));
            double after = cdLength(cdSub(cdTransformPoint(to, a.vertices[i]), b.vertices[j]));
            most = cdMax(most, fabs(after - before));
        }
    return most;
}

// Moves from a pose of the cell to another that differs by at most half the ranges. Returns the change of the
// distance. `fixed`: joint that keeps its value; -1: none, and the first pose is the middle.
static double moveInCell(Random *random, const cdChain *chain, const cdChainCell *cell, int32_t fixed) {
    double from[CD_SWEEP_JOINT_MAX], to[CD_SWEEP_JOINT_MAX];
    for (int32_t k = 0; k < chain->count; k++) {
        from[k] = 0.5 * (cell->lo[k] + cell->hi[k]);
        to[k] =
            nextRandomInt(random, 0, 1) == 0 ? cell->lo[k] : nextRandomIn(random, cell->lo[k], cell->hi[k]);
        if (k == fixed) from[k] = to[k];
    }
    return findChange(chain, cdGetChainPose(chain, from), cdGetChainPose(chain, to));
}

// Bounds the change of every distance within a cell. The cells are large, where a lever at the middle of the
// range says little about the others: a ball that does not grow from joint to joint breaks this.
static void test_bounds_on_motion(void **state) {
    (void)state;
    Random random = {.state = 77};
    double tightest = INFINITY;
    for (int i = 0; i < 400; i++) {
        Machine machine;
        beginMachine(&machine);
        addLink(&machine, -1, CD_LINK_FIXED, cdIdentityPose(), (cdVec3){0}, cube, pickPose(&random, 0.5));
        cdSweepJoint joints[CD_SWEEP_JOINT_MAX];
        for (int32_t k = 0; k < 3; k++) {
            addLink(&machine, k, pickJoint(&random), pickPose(&random, 1.5), nextRandomDirection(&random),
                    bar, pickPose(&random, 0.5));
            joints[k] =
                (cdSweepJoint){k + 1, nextRandomIn(&random, -3.0, 0.0), nextRandomIn(&random, 0.1, 3.0)};
        }
        cdChain chain =
            cdMakeChain(&machine.mechanism, NULL, joints, 3, (cdLinkShape){3, 0}, (cdLinkShape){0, 0});
        assert_int_equal(chain.count, 3);
        cdChainCell cell;
        for (int32_t k = 0; k < 3; k++) {
            double wide = nextRandomInt(&random, 0, 1) == 0 ? 1.0 : 0.03; // also one joint that hardly moves
            cell.lo[k] = wide * joints[k].from;
            cell.hi[k] = wide * joints[k].to;
        }
        cdChainBound bound = cdBoundChain(&chain, &cell);
        for (int j = 0; j < 8; j++) {
            double all = moveInCell(&random, &chain, &cell, -1);
            tightest = cdMin(tightest, bound.all / all);
            assert_true(all <= bound.all + 1e-12);
            for (int32_t k = 0; k < 3; k++)
                assert_true(moveInCell(&random, &chain, &cell, k) <= bound.others[k] + 1e-12);
        }
    }
    assert_true(tightest < 1.5); // bounds that are far too large prove nothing
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_on_motion),
    };
    return cmocka_run_group_tests(tests, openAll, closeAll);
}
