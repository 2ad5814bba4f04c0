// The list of commands.
#include "commands/command.h"

static const Command commands[] = {
    {"query", "first contact along a path of poses, one JSON line a step", RunQueryCommand},
    {"convex", "separating vectors of convex hulls at pairs of poses, one JSON line a pair",
     RunConvexCommand},
    {"boxes", "first contact of two boxes that move by quadratic matrices, one JSON line a pair",
     RunBoxesCommand},
    {"classify", "where points and segments lie to a solid, one JSON line a row; its mass properties",
     RunClassifyCommand},
    {"regions", "where two touching meshes touch, and the normals there, one JSON line a pair of poses",
     RunRegionsCommand},
    {"simulate", "rigid bodies that bounce, rest and slide: poses and contact events as JSON lines",
     RunSimulateCommand},
    {"replay", "a recording of the window run again; --verify compares it bit for bit", RunReplayCommand},
    {"mesh", "info MESH: counts, bounds, defects, the solid it encloses; export MESH OUT.obj",
     RunMeshCommand},
    {"render", "a scene and its story as PNG pictures, without a display", RunRenderCommand},
    {"scenes", "the scenes, one a line; their checks", RunScenesCommand},
    {"lesson", "guided tours of the papers: a list, one in the window, or its pictures and words",
     RunLessonCommand},
#ifdef FC_HAVE_BENCH
    {"bench", "times, counts and correctness; other libraries beside it", RunBenchCommand},
#endif
};

const Command *GetCommands(int32_t *count) {
    *count = (int32_t)(sizeof commands / sizeof commands[0]);
    return commands;
}
