// Runs rows on many threads: a block of runs at a time, each run's text in its own memory, written in order.
//
// A single thread, and rows that depend on each other, need no blocks: they write directly to the output.
#include "commands/row_jobs.h"
#include "commands/command.h"
#include "engine/platform/plain_text.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { BLOCK_RUNS_MIN = 64, RUNS_A_WORKER = 4 };

// Text of a run.
typedef struct RunText {
    char *bytes;
    size_t size;
    int32_t failedRow; // -1: none
} RunText;

typedef struct Work {
    const RowJobs *jobs;
    unsigned char *workers; // workers[workerCount * jobs->workerSize]
    int32_t workerCount;
    RunText *texts; // texts[blockLength], of the runs from firstRun
    int32_t firstRun, blockLength;
    Progress progress; // shown by worker 0, the command's own thread
    atomic_int doneCount;
} Work;

static void *getWorker(const Work *work, int32_t worker) {
    return work->workers + (size_t)worker * work->jobs->workerSize;
}

// Returns the row that failed, or -1.
static int32_t runRows(Work *work, int32_t first, int32_t end, int32_t worker, FILE *out) {
    const RowJobs *jobs = work->jobs;
    for (int32_t row = first; row < end; row++) {
        bool begins = jobs->inOrder ? row == 0 : row % jobs->runLength == 0;
        if (!jobs->runRow(jobs->context, getWorker(work, worker), row, begins, out)) return row;
        int done = atomic_fetch_add_explicit(&work->doneCount, 1, memory_order_relaxed) + 1;
        if (worker == 0) ShowProgress(&work->progress, done, jobs->rowCount);
    }
    return -1;
}

static void runTask(void *context, int32_t index, int32_t worker) {
    Work *work = context;
    RunText *text = &work->texts[index];
    int32_t length = work->jobs->runLength, first = (work->firstRun + index) * length;
    int32_t remaining = work->jobs->rowCount - first;
    *text = (RunText){.failedRow = first};
    gxTextStream out;
    if (!gxOpenTextStream(&out)) return;
    int32_t end = first + (remaining < length ? remaining : length);
    int32_t failedRow = runRows(work, first, end, worker, out.stream);
    bool written = gxCloseTextStream(&out);
    text->bytes = out.text;
    text->size = out.length;
    text->failedRow = written || failedRow >= 0 ? failedRow : first;
}

// Writes the texts of a block and frees them. Returns the first row that failed, or -1.
static int32_t writeBlock(Work *work, int32_t runCount, FILE *out) {
    int32_t failedRow = -1;
    for (int32_t i = 0; i < runCount; i++) {
        RunText *text = &work->texts[i];
        if (failedRow < 0) failedRow = text->failedRow;
        if (failedRow < 0) fwrite(text->bytes, 1, text->size, out);
        free(text->bytes);
    }
    return failedRow;
}

static int32_t countRuns(const RowJobs *jobs) {
    return jobs->rowCount > 0 ? (jobs->rowCount - 1) / jobs->runLength + 1 : 0;
}

static int32_t runBlocks(Work *work, const cdTasks *tasks, FILE *out) {
    int32_t failedRow = -1, runCount = countRuns(work->jobs);
    for (work->firstRun = 0; work->firstRun < runCount && failedRow < 0;) {
        int32_t remaining = runCount - work->firstRun;
        int32_t count = remaining < work->blockLength ? remaining : work->blockLength;
        tasks->run(runTask, work, count, tasks->user);
        failedRow = writeBlock(work, count, out);
        work->firstRun += count;
    }
    return failedRow;
}

static bool openWorkers(Work *work) {
    const RowJobs *jobs = work->jobs;
    work->blockLength = RUNS_A_WORKER * work->workerCount;
    if (work->blockLength < BLOCK_RUNS_MIN) work->blockLength = BLOCK_RUNS_MIN;
    work->workers = calloc((size_t)work->workerCount, jobs->workerSize);
    work->texts = calloc((size_t)work->blockLength, sizeof *work->texts);
    bool good = work->workers != NULL && work->texts != NULL;
    for (int32_t i = 0; i < work->workerCount && good; i++)
        good = jobs->openWorker(jobs->context, getWorker(work, i));
    return good;
}

static void closeWorkers(Work *work) {
    for (int32_t i = 0; i < work->workerCount && work->workers != NULL; i++)
        work->jobs->closeWorker(work->jobs->context, getWorker(work, i));
    free(work->workers);
    free(work->texts);
}

static Pool *createPool(const RowJobs *jobs) {
    int32_t runCount = jobs->inOrder ? 1 : countRuns(jobs);
    int32_t wanted = jobs->jobs > 0 ? jobs->jobs : CountCores();
    if (wanted > runCount) wanted = runCount > 0 ? runCount : 1;
    return CreatePool(wanted);
}

bool RunRowJobs(const RowJobs *jobs, FILE *out, char *message, size_t messageSize) {
    Pool *pool = createPool(jobs);
    cdTasks tasks = pool != NULL ? GetPoolTasks(pool) : (cdTasks){.workerCount = 0};
    Work work = {.jobs = jobs, .workerCount = tasks.workerCount};
    bool good = pool != NULL && openWorkers(&work);
    if (!good) snprintf(message, messageSize, "out of memory for the threads");
    if (good) {
        work.progress = BeginProgress(jobs->label);
        int32_t failedRow =
            work.workerCount == 1 ? runRows(&work, 0, jobs->rowCount, 0, out) : runBlocks(&work, &tasks, out);
        EndProgress(&work.progress);
        good = failedRow < 0;
        if (!good) snprintf(message, messageSize, "out of memory in %s %d", jobs->label, (int)failedRow);
    }
    closeWorkers(&work);
    DestroyPool(pool);
    return good;
}
