// The list of commands.
#include "commands/command.h"

static const Command commands[] = {
    {"query", "find the first contact of two meshes along a path; one JSON line a step", RunQueryCommand},
    {"path", "certify whole paths free of contact, or find their first contact; one JSON line a path",
     RunPathCommand},
    {"disassemble", "take the parts of a scene apart on certified paths; one JSON line a part",
     RunDisassembleCommand},
    {"sweep", "certify ranges of joint values of a mechanism free of contact, or find the contacts",
     RunSweepCommand},
    {"convex", "find separating vectors of two convex hulls; one JSON line a pair of poses",
     RunConvexCommand},
    {"boxes", "find the first contact of two moving boxes; one JSON line a pair of boxes", RunBoxesCommand},
    {"classify", "classify points or segments against a solid; one JSON line a row", RunClassifyCommand},
    {"regions", "find the contact regions and normals of two meshes; one JSON line a pair of poses",
     RunRegionsCommand},
    {"simulate", "simulate rigid bodies; poses and contact events as JSON lines", RunSimulateCommand},
    {"replay", "run a recording of the window again, and compare it bit for bit with --verify",
     RunReplayCommand},
    {"mesh", "print counts, bounds and defects of a mesh (info), or write it as OBJ (export)",
     RunMeshCommand},
    {"render", "draw a scene, recording or meshes to pictures or a film, without a display",
     RunRenderCommand},
    {"scenes", "list the scenes, or run their checks", RunScenesCommand},
    {"lesson", "list the guided tours of the papers, open one, or draw it", RunLessonCommand},
#ifdef FC_HAVE_BENCH
    {"bench", "measure times and counts, judge the answers, and compare with other libraries",
     RunBenchCommand},
#endif
};

const Command *GetCommands(int32_t *count) {
    *count = (int32_t)(sizeof commands / sizeof commands[0]);
    return commands;
}
