// Judges our answers; see certify.h.
#include "bench/certify.h"
#include "bench/near_triangles.h"
#include "bench/timing.h"
#include "oracle/oracle_contact.h"
#include <math.h>
#include <stdlib.h>

enum { SAMPLE_COUNT = 8, SAMPLED_MAX = 400, ORACLE_MAX = 24 };

// Larger differences from the oracle's time are errors, except at degenerate contacts.
static const double timeError = 1e-9;

typedef struct Certificate {
    int64_t contacts, broken;        // contacts judged; contacts whose elements are not within the tolerance
    int64_t samples, crossing;       // poses that must be free; overlapping ones
    int64_t compared, missed, wrong; // with the oracle; contacts before ours; other differences
    double worstTime;
} Certificate;

static void placeFeature(const OracleMesh *mesh, const cdMesh *source, cdFeature feature,
                         const RealPose *pose, RealVec3 corners[3]) {
    int32_t vertices[3] = {feature.index, feature.index, feature.index};
    if (feature.kind == CD_FEATURE_EDGE) {
        const int32_t *edge = cdGetMeshInfo(source).edges + 2 * feature.index;
        vertices[0] = edge[0];
        vertices[1] = vertices[2] = edge[1];
    } else if (feature.kind == CD_FEATURE_FACE) {
        for (int k = 0; k < 3; k++)
            vertices[k] = mesh->triangles[3 * feature.index + k];
    }
    for (int k = 0; k < 3; k++)
        corners[k] = TransformReal(pose, mesh->points[vertices[k]]);
}

static double getFeatureDistance(const BenchPair *pair, const OracleMesh meshes[2], const BenchStep *step,
                                 const cdFirstContact *result) {
    OracleScene scene = MakeOracleScene(&meshes[0], step->start, step->target, &meshes[1], cdIdentityPose());
    RealPose poseA = GetOraclePoseAt(&scene.motion, (Real)result->t.hi);
    RealVec3 a[3], b[3];
    placeFeature(&meshes[0], pair->meshA, result->featureA, &poseA, a);
    placeFeature(&meshes[1], pair->meshB, result->featureB, &scene.fixed, b);
    return (double)GetTriangleDistance(a, b, NULL);
}

static bool isOverlapping(const BenchPair *pair, cdPose pose) {
    cdOverlapInput input = {
        .meshA = pair->meshA, .meshB = pair->meshB, .poseA = pose, .poseB = cdIdentityPose()};
    return cdFindOverlap(&input, NULL, pair->workspace, NULL).state != CD_FREE;
}

static void sampleStep(const BenchPair *pair, const BenchStep *step, const cdFirstContact *result,
                       Certificate *sum) {
    cdMotion motion = cdMakeMotion(step->start, step->target, cdGetMeshInfo(pair->meshA).center);
    for (int k = 0; k < SAMPLE_COUNT; k++) {
        double t = result->resolvedTime * k / SAMPLE_COUNT;
        sum->crossing += isOverlapping(pair, cdGetPoseAt(&motion, t));
    }
    sum->crossing += isOverlapping(pair, result->resolvedPose);
    sum->samples += SAMPLE_COUNT + 1;
}

static void compareWithOracle(const OracleMesh meshes[2], const BenchStep *step, const cdFirstContact *result,
                              Certificate *sum) {
    NearTriangles near = FindNearTriangles(&meshes[0], step, &meshes[1]);
    OracleContact truth = FindOracleContact(&near.a, step->start, step->target, &near.b, cdIdentityPose());
    FreeNearTriangles(&near);
    sum->compared++;
    if (truth.degenerate || truth.state == CD_OVERLAP) return;
    double slack = timeError + truth.accuracy;
    bool ours = result->state == CD_CONTACT, theirs = truth.state == CD_CONTACT;
    if (theirs && (!ours || result->t.lo > truth.t + slack)) {
        sum->missed++;
    } else if (ours && (!theirs || result->t.lo < truth.t - slack)) {
        sum->wrong++;
    } else if (ours) {
        sum->worstTime = cdMax(sum->worstTime, fabs(result->t.lo - truth.t));
    }
}

static Certificate judgeSteps(const BenchInput *input, const BenchPair *pair, const OracleMesh meshes[2],
                              const PeerSteps *run, bool shortSteps) {
    Certificate sum = {0};
    int64_t sampled = run->count < SAMPLED_MAX ? run->count : SAMPLED_MAX;
    int64_t compared = !shortSteps ? 0 : run->count < ORACLE_MAX ? run->count : ORACLE_MAX;
    for (int64_t i = 0; i < run->count; i++) {
        const cdFirstContact *result = &run->results[i];
        if (result->state != CD_CONTACT) continue;
        sum.contacts++;
        sum.broken += getFeatureDistance(pair, meshes, &run->steps[i], result) > 2.0 * result->tolerance;
    }
    for (int64_t k = 0; k < sampled; k++) {
        int64_t i = k * run->count / sampled;
        sampleStep(pair, &run->steps[i], &run->results[i], &sum);
    }
    for (int64_t k = 0; k < compared; k++) {
        int64_t i = k * run->count / compared;
        input->showProgress(k, compared, input->context);
        compareWithOracle(meshes, &run->steps[i], &run->results[i], &sum);
    }
    return sum;
}

void CertifySteps(const BenchInput *input, const BenchPair *pair, const PeerSteps *runs, int runCount,
                  BenchReport *report) {
    static const char *const columns[] = {"contacts", "apart", "free poses", "overlapping", "oracle",
                                          "missed",   "wrong", "worst |dt|", NULL};
    OracleMesh meshes[2] = {MakeOracleMesh(pair->meshA), MakeOracleMesh(pair->meshB)};
    Certificate total = {0};
    AddTable(report, columns, "Our answers judged: elements named, poses on the path, brute-force oracle");
    for (int r = 0; r < runCount; r++) {
        bool shortSteps = r == 0; // the oracle takes minutes for a big one
        Certificate c = judgeSteps(input, pair, meshes, &runs[r], shortSteps);
        double values[] = {(double)c.contacts,
                           (double)c.broken,
                           (double)c.samples,
                           (double)c.crossing,
                           (double)c.compared,
                           shortSteps ? (double)c.missed : NAN,
                           shortSteps ? (double)c.wrong : NAN,
                           shortSteps ? c.worstTime : NAN};
        AddRow(report, values, "%s", runs[r].name);
        total.broken += c.broken;
        total.crossing += c.crossing;
        total.missed += c.missed;
        total.wrong += c.wrong;
    }
    AddRequirement(report, "contacts whose elements do not touch", (double)total.broken, REPORT_AT_MOST, 0.0,
                   "contacts");
    AddRequirement(report, "poses on the path that overlap", (double)total.crossing, REPORT_AT_MOST, 0.0,
                   "poses");
    AddRequirement(report, "contacts missed or late, by the oracle", (double)total.missed, REPORT_AT_MOST,
                   0.0, "steps");
    AddRequirement(report, "contacts false or early, by the oracle", (double)total.wrong, REPORT_AT_MOST, 0.0,
                   "steps");
    FreeOracleMesh(&meshes[0]);
    FreeOracleMesh(&meshes[1]);
}
