// A robot: a path of 48 steps is checked for contact, and its clearance measured, on four threads.
//
// The gripper, 0.2 across, moves along x from -3 to 3 above a block whose top is at height 1. With its lower
// side at 1.25 and a quarter turn about the vertical, it passes with a clearance of 0.25. With its
// lower side at 0.9 it touches the block's side, x = -1, when its centre is at -1.1: in step 15, at t = 0.2.
#include "common.h"
#include <pthread.h>

enum { STEPS = 48, THREADS = 4 };

static const double stepLength = 0.125, stepTurn = 0.5 * 3.14159265358979 / 48.0;

// --- The task system: the program's own threads

typedef struct Worker {
    cdTaskFunction *task;
    void *context;
    int32_t count, index;
} Worker;

static void *work(void *argument) {
    const Worker *worker = (const Worker *)argument;
    for (int32_t i = worker->index; i < worker->count; i += THREADS)
        worker->task(worker->context, i, worker->index);
    return NULL;
}

static void runOnThreads(cdTaskFunction *task, void *context, int32_t count, void *user) {
    pthread_t threads[THREADS];
    Worker workers[THREADS];
    (void)user;
    for (int32_t i = 0; i < THREADS; i++) {
        workers[i].task = task;
        workers[i].context = context;
        workers[i].count = count;
        workers[i].index = i;
        expect(pthread_create(&threads[i], NULL, work, &workers[i]) == 0, "a thread");
    }
    for (int32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

// --- The path

typedef struct Cell {
    const cdMesh *gripper, *block;
    double height, turn; // of the gripper's centre, and about the vertical in each step
} Cell;

static cdPose getWaypoint(const Cell *cell, int32_t i) {
    cdPose pose = placeAt(-3.0 + stepLength * i, cell->height, 0.0);
    pose.q = cdMakeQuat(cdMakeVec3(0.0, 1.0, 0.0), cell->turn * i);
    return pose;
}

// First contact in each step of the path. Returns the first step that is not free, STEPS if all are.
static int32_t checkSteps(const Cell *cell, const cdTasks *tasks, cdFirstContact results[STEPS]) {
    cdFirstContactInput inputs[STEPS] = CD_ZERO;
    for (int32_t i = 0; i < STEPS; i++) {
        inputs[i].meshA = cell->gripper;
        inputs[i].meshB = cell->block;
        inputs[i].startA = getWaypoint(cell, i);
        inputs[i].targetA = getWaypoint(cell, i + 1);
        inputs[i].startB = cdIdentityPose();
    }
    cdFirstContactBatch batch = CD_ZERO;
    batch.inputs = inputs;
    batch.results = results;
    batch.count = STEPS;
    cdWorkspace *workspace = cdCreateWorkspace();
    expect(workspace != NULL, "a workspace");
    cdFindFirstContacts(&batch, workspace, tasks);
    cdDestroyWorkspace(workspace);
    int32_t step = 0;
    while (step < STEPS && results[step].state == CD_FREE)
        step++;
    return step;
}

// --- Clearance: distances at the waypoints, with one workspace for each thread

typedef struct Survey {
    const Cell *cell;
    cdWorkspace *workspaces[THREADS];
    double lower[STEPS + 1]; // of the distance at each waypoint, certified
} Survey;

static void measureWaypoint(void *context, int32_t index, int32_t worker) {
    Survey *survey = (Survey *)context;
    cdDistanceInput input = CD_ZERO;
    input.meshA = survey->cell->gripper;
    input.meshB = survey->cell->block;
    input.poseA = getWaypoint(survey->cell, index);
    input.poseB = cdIdentityPose();
    cdDistance found = cdFindDistance(&input, NULL, survey->workspaces[worker], NULL);
    survey->lower[index] = found.state == CD_FREE ? found.lower : 0.0;
}

static double findClearance(const Cell *cell) {
    Survey survey;
    survey.cell = cell;
    for (int i = 0; i < THREADS; i++)
        survey.workspaces[i] = cdCreateWorkspace();
    runOnThreads(measureWaypoint, &survey, STEPS + 1, NULL);
    double least = survey.lower[0];
    for (int i = 1; i <= STEPS; i++)
        least = cdMin(least, survey.lower[i]);
    for (int i = 0; i < THREADS; i++)
        cdDestroyWorkspace(survey.workspaces[i]);
    return least;
}

int main(void) {
    expect(cdIsCompatible(), "the library that these headers belong to");
    cdMesh *gripper = makeBox(0.1, 0.1, 0.1, CD_PART_HULL), *block = makeBox(1.0, 1.0, 1.0, CD_PART_HULL);
    const cdTasks tasks = {runOnThreads, THREADS, NULL};
    cdFirstContact results[STEPS], alone[STEPS];

    const Cell above = {gripper, block, 1.35, stepTurn};
    expect(checkSteps(&above, &tasks, results) == STEPS, "a free path");
    double clearance = findClearance(&above);
    // Between two waypoints no point of the gripper is farther from the nearer one than half of its travel.
    double travel = stepLength + cdGetMeshInfo(gripper).radius * above.turn;
    printf("above: free, clearance %.6f at the waypoints, at least %.6f between\n", clearance,
           clearance - 0.5 * travel);
    expectNear(clearance, 0.25, 1e-9, "clearance");

    const Cell low = {gripper, block, 1.0, 0.0};
    int32_t step = checkSteps(&low, &tasks, results);
    expect(step == 15 && results[step].state == CD_CONTACT, "contact in step 15");
    printf("low: contact in step %d at t = %.9f\n", (int)step, results[step].t.lo);
    expectNear(results[step].t.lo, 0.2, 1e-9, "time of contact");
    expectNear(results[step].normal.x, -1.0, 1e-9, "normal, from the block to the gripper");

    checkSteps(&low, NULL, alone); // in this thread
    for (int i = 0; i < STEPS; i++) {
        expect(alone[i].state == results[i].state && alone[i].t.lo == results[i].t.lo &&
                   cdIsSamePose(alone[i].resolvedPose, results[i].resolvedPose),
               "the same bits with any number of threads");
    }
    cdDestroyMesh(block);
    cdDestroyMesh(gripper);
    return 0;
}
