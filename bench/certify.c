// Judges our answers; see certify.h.
#include "bench/certify.h"
#include "bench/near_triangles.h"
#include "bench/timing.h"
#include "oracle/oracle_contact.h"
#include <math.h>
#include <stdlib.h>

enum { SAMPLE_COUNT = 8 };

// Larger differences from the oracle's time are errors, except at degenerate contacts.
static const double timeError = 1e-9;

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
    NearTriangles near = FindNearTriangles(&meshes[0], step, &meshes[1], 0.0);
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

static int64_t getLeast(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// Returns the first step from `first` on with the state; `first` if no step has it.
static int64_t findStep(const PeerSteps *run, int64_t first, cdState state) {
    for (int64_t i = first; i < run->count; i++)
        if (run->results[i].state == state) return i;
    return first;
}

Certificate JudgeSteps(const BenchInput *input, const BenchPair *pair, const PeerSteps *run,
                       JudgeLimits limits) {
    OracleMesh meshes[2] = {MakeOracleMesh(pair->meshA), MakeOracleMesh(pair->meshB)};
    Certificate sum = {.samples = run->count, .crossing = run->overlapping};
    int64_t sampled = getLeast(run->count, limits.sampledSteps);
    int64_t compared = getLeast(run->count, limits.oracleSteps);
    for (int64_t i = 0; i < run->count; i++) {
        const cdFirstContact *result = &run->results[i];
        sum.open += result->state != CD_CONTACT && result->state != CD_FREE;
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
        if (compared < run->count) i = findStep(run, i, k % 2 == 0 ? CD_CONTACT : CD_FREE);
        input->showProgress(k, compared, input->context);
        compareWithOracle(meshes, &run->steps[i], &run->results[i], &sum);
    }
    FreeOracleMesh(&meshes[0]);
    FreeOracleMesh(&meshes[1]);
    return sum;
}

void AddCertificate(Certificate *sum, const Certificate *part) {
    sum->contacts += part->contacts;
    sum->broken += part->broken;
    sum->samples += part->samples;
    sum->crossing += part->crossing;
    sum->compared += part->compared;
    sum->missed += part->missed;
    sum->wrong += part->wrong;
    sum->open += part->open;
    sum->worstTime = cdMax(sum->worstTime, part->worstTime);
}

void AddCertificateTable(BenchReport *report, const char *title) {
    static const char *const columns[] = {"contacts", "apart", "free poses", "overlapping", "oracle",
                                          "missed",   "wrong", "worst |dt|", NULL};
    AddTable(report, columns, "%s", title);
}

void AddCertificateRow(BenchReport *report, const char *label, const Certificate *c) {
    bool compared = c->compared > 0;
    double values[] = {(double)c->contacts,
                       (double)c->broken,
                       (double)c->samples,
                       (double)c->crossing,
                       (double)c->compared,
                       compared ? (double)c->missed : NAN,
                       compared ? (double)c->wrong : NAN,
                       compared ? c->worstTime : NAN};
    AddRow(report, values, "%s", label);
}

static void require(BenchReport *report, const char *of, const char *what, int64_t count, const char *unit) {
    char text[96];
    snprintf(text, sizeof text, "%s%s", of, what);
    AddRequirement(report, text, (double)count, REPORT_AT_MOST, 0.0, unit);
}

void RequireCertificate(BenchReport *report, const char *of, const Certificate *total) {
    require(report, of, "steps neither free nor contact", total->open, "steps");
    require(report, of, "contacts whose elements do not touch", total->broken, "contacts");
    require(report, of, "poses on the path that overlap", total->crossing, "poses");
    require(report, of, "contacts missed or late, by the oracle", total->missed, "steps");
    require(report, of, "contacts false or early, by the oracle", total->wrong, "steps");
}

void CertifySteps(const BenchInput *input, const BenchPair *pair, const PeerSteps runs[2], JudgeLimits limits,
                  BenchReport *report) {
    Certificate total = {0};
    AddCertificateTable(report, "Our answers judged: elements named, poses on the path, brute-force oracle");
    for (int r = 0; r < 2; r++) {
        if (r == 1) limits.oracleSteps = 0;
        Certificate c = JudgeSteps(input, pair, &runs[r], limits);
        AddCertificateRow(report, runs[r].name, &c);
        AddCertificate(&total, &c);
    }
    RequireCertificate(report, "", &total);
}
