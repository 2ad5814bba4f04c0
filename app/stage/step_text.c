// Words for the events of a trace: one function a kind.
//
// Captions say what the search does now and why, for a reader who has the paper beside them: Redon et al.
// [RKC01], Chung and Wang [CW96], the boxes' page [AS05], Vanecek [V90]. Names are those of the scene's
// objects, numbers of elements those of their files.
#include "stage/step_text.h"

#include "collision/solid_draw.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *GetStepKindName(cdTraceKind kind) {
    static const char *const names[CD_TRACE_KIND_COUNT] = {
        [CD_TRACE_QUERY] = "query",
        [CD_TRACE_OBSTACLE] = "obstacles",
        [CD_TRACE_VECTOR] = "vectors",
        [CD_TRACE_HULLS] = "hulls",
        [CD_TRACE_ROUTE_PART] = "parts",
        [CD_TRACE_ROUTE_PLANE] = "planes",
        [CD_TRACE_SPAN] = "spans",
        [CD_TRACE_SPHERE_APART] = "spheres apart",
        [CD_TRACE_SPHERE_MEET] = "spheres meet",
        [CD_TRACE_LABEL_SKIP] = "label skips",
        [CD_TRACE_FACES_APART] = "faces apart",
        [CD_TRACE_FACES_MEET] = "faces near",
        [CD_TRACE_OVERLAP] = "overlap tests",
        [CD_TRACE_TABLE_SKIP] = "table skips",
        [CD_TRACE_ELEMENTS] = "elements",
        [CD_TRACE_SOLVED] = "cubics solved",
        [CD_TRACE_SHORTENED] = "shortened",
        [CD_TRACE_POSE] = "poses",
        [CD_TRACE_LEAVES] = "leaves",
        [CD_TRACE_TOUCHES] = "touches",
        [CD_TRACE_PAIR_DECIDED] = "pairs decided",
        [CD_TRACE_DECIDED] = "decided",
        [CD_TRACE_INDEX_NODE] = "nodes",
        [CD_TRACE_INDEX_LEAF] = "leaf",
        [CD_TRACE_REGION] = "contact region",
    };
    return names[kind];
}

// The library names the place of what a paper has as it is; of the steps that hold it together, here.
const char *GetStepSource(const cdTraceEvent *event) {
    const char *source = cdGetTraceSource(event);
    if (source[0]) return source;
    switch (event->kind) {
    case CD_TRACE_OBSTACLE:
        return "[RKC01 3]";
    case CD_TRACE_SPAN:
        return "[RKC01 4.2]";
    case CD_TRACE_OVERLAP:
    case CD_TRACE_POSE:
        return "[RKC01 1]";
    case CD_TRACE_PAIR_DECIDED:
    case CD_TRACE_DECIDED:
        return "[RKC01 4.3]";
    default:
        return "[ours]"; // flat bounds, planes between triangles: no paper has them
    }
}

// A caption that grows.
typedef struct Caption {
    const Stage *stage;
    const StageSteps *steps;
    const cdTraceEvent *event;
    const char *nameA, *nameB;
    const cdMesh *meshA, *meshB; // NULL: none
    char *text;
    size_t length;
} Caption;

static void add(Caption *caption, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Caption *caption, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t left = STEP_TEXT_SIZE - caption->length;
    int written = vsnprintf(caption->text + caption->length, left, format, arguments);
    va_end(arguments);
    if (written > 0) caption->length += (size_t)written < left ? (size_t)written : left - 1;
}

// --- Names of elements

static void addElement(Caption *caption, const cdMesh *mesh, cdFeatureKind kind, int32_t index) {
    if (!mesh) {
        add(caption, "element %d", (int)index);
        return;
    }
    const cdMeshInfo info = cdGetMeshInfo(mesh);
    if (kind == CD_FEATURE_VERTEX) {
        add(caption, "vertex %d", (int)info.vertexIds[index]);
    } else if (kind == CD_FEATURE_EDGE) {
        const int32_t *ids = info.vertexIds, *ends = info.edges + 2 * index;
        add(caption, "edge %d–%d", (int)ids[ends[0]], (int)ids[ends[1]]);
    } else {
        add(caption, "face %d", (int)info.faceIds[index]);
    }
}

static void addElements(Caption *caption, const char *between) {
    const cdTraceEvent *event = caption->event;
    bool edges = event->contact == CD_EDGE_EDGE, vertexA = event->contact == CD_VERTEX_FACE;
    cdFeatureKind kindA = edges ? CD_FEATURE_EDGE : vertexA ? CD_FEATURE_VERTEX : CD_FEATURE_FACE;
    cdFeatureKind kindB = edges ? CD_FEATURE_EDGE : vertexA ? CD_FEATURE_FACE : CD_FEATURE_VERTEX;
    addElement(caption, caption->meshA, kindA, event->a);
    add(caption, " of %s %s ", caption->nameA, between);
    addElement(caption, caption->meshB, kindB, event->b);
    add(caption, " of %s", caption->nameB);
}

static void addFaces(Caption *caption) {
    addElement(caption, caption->meshA, CD_FEATURE_FACE, caption->event->a);
    add(caption, " of %s and ", caption->nameA);
    addElement(caption, caption->meshB, CD_FEATURE_FACE, caption->event->b);
    add(caption, " of %s", caption->nameB);
}

static void addSpheres(Caption *caption) {
    add(caption, "Sphere %d of %s and sphere %d of %s", (int)caption->event->a, caption->nameA,
        (int)caption->event->b, caption->nameB);
}

// --- Spheres and faces

static void describeApart(Caption *caption) {
    addSpheres(caption);
    switch (caption->event->how) {
    case CD_HOW_SLAB:
        add(caption, " meet, but the flat bounds around what they hold stay apart all the way");
        break;
    case CD_HOW_QUARTIC:
        add(caption,
            " stay apart: the square of their distance, a quartic, never falls to that of their radii");
        break;
    default:
        add(caption, " stay apart: centres never nearer than %.3g, radii %.3g, and the path bulges by %.2g",
            caption->event->c[5], caption->event->c[6], caption->event->c[7]);
    }
    add(caption, ". All below them is left out.");
}

static void describeMeet(Caption *caption) {
    addSpheres(caption);
    const cdTraceEvent *event = caption->event;
    bool leaves = caption->meshA && caption->meshB &&
                  cdGetSphereNode(caption->meshA, event->a).firstChild < 0 &&
                  cdGetSphereNode(caption->meshB, event->b).firstChild < 0;
    add(caption, leaves ? " may meet, and both are leaves: the triangles in them are compared."
                        : " may meet on the way: one of them is opened, and its two children are asked.");
}

static void describeFaces(Caption *caption) {
    addFaces(caption);
    if (caption->event->kind == CD_TRACE_FACES_MEET) {
        add(caption, " come near each other: their vertices and edges are tested.");
        return;
    }
    switch (caption->event->how) {
    case CD_HOW_BOUND:
        add(caption, " stay apart: the boxes around their paths do not meet. No equation is needed.");
        break;
    case CD_HOW_SIDE:
        add(caption, " stay apart: a plane through an edge parts them. No equation is needed.");
        break;
    case CD_HOW_AXIS:
        add(caption, " stay apart: they never come to the same distance from the screw's axis and the same "
                     "height along its threads. No equation is needed.");
        break;
    default:
        add(caption, " stay apart: the plane of one parts them. No equation is needed.");
    }
}

// --- Elements

static void describeElements(Caption *caption) {
    addElements(caption, "against");
    add(caption, caption->event->how == CD_HOW_NO_ROOT
                     ? ": their cubic cannot vanish in what is left of the step."
                     : ": where their cubic vanishes they lie in one plane; its roots are wanted.");
}

static void describeSolved(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    const char *what =
        event->contact == CD_EDGE_EDGE ? "the edges cross" : "the vertex is inside the triangle";
    add(caption, "The cubic of ");
    addElements(caption, "and");
    switch (event->how) {
    case CD_HOW_TOUCHED:
        add(caption, " vanishes at t = %.6f, and there %s: they touch.", caption->steps->shown.t, what);
        break;
    case CD_HOW_STEPPED:
        add(caption,
            event->rootCount > 0
                ? ": a double root that rounding blurs. Followed by separating directions: they touch."
                : ": a double root that rounding blurs. Followed by separating directions: apart.");
        break;
    default:
        if (event->rootCount == 0)
            add(caption, " does not vanish in the part of interest.");
        else
            add(caption, " vanishes %s, but not where %s: they pass by.",
                event->rootCount == 1 ? "once" : "there", what);
    }
}

static void describeShortened(Caption *caption) {
    add(caption, "First contact so far: ");
    addElements(caption, "on");
    add(caption, ", t = %.6f. What comes later is of no interest any more.", caption->steps->shown.limit);
}

// --- Separating vectors

static void describeVector(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    int number = (int)(caption->steps->at - caption->steps->shown.firstVector) + 1;
    switch (event->how) {
    case CD_HOW_CENTERS:
        add(caption, "Vector %d: from the middle of one hull to that of the other", number);
        break;
    case CD_HOW_CACHED:
        add(caption, "Vector %d: the one that separated them last", number);
        break;
    case CD_HOW_CONE:
        add(caption, "Vector %d: a pair of vertices came up again; from the midst of those still possible",
            number);
        break;
    default:
        add(caption, "Vector %d: the one before, reflected at r = q - p", number);
    }
    if (event->c[8] > 0.0)
        add(caption, ". Along it the hulls are apart by %.3g: it separates them.", event->c[3]);
    else
        add(caption, ". Along it they overlap by %.3g: on.", -event->c[3]);
}

static void describeHulls(Caption *caption) {
    if (caption->event->a)
        add(caption, "The convex hulls of %s and %s are apart%s: neither spheres nor elements are asked.",
            caption->nameA, caption->nameB, caption->steps->search == STEPS_QUERY ? " all the way" : "");
    else
        add(caption, "No vector separates the convex hulls of %s and %s%s", caption->nameA, caption->nameB,
            caption->steps->search == STEPS_QUERY ? ": the sphere trees are asked." : ": they collide.");
}

// --- Boxes

static void describePart(Caption *caption) {
    add(caption,
        "Part %d of the route, t from %.4f to %.4f: no normal of one box changes octants of the other, so "
        "the "
        "boundary keeps its 30 faces.",
        (int)caption->event->a + 1, caption->event->t.lo, caption->event->t.hi);
}

static void describePlane(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    char pair[96];
    DescribeBoxPair((cdBoxPair){event->contact, event->a, event->b}, pair, sizeof pair);
    add(caption, "Plane of %s: ", pair);
    switch (event->how) {
    case CD_HOW_LAST:
        add(caption, "the origin reaches it at t = %.6f, inside all others: the boxes touch.", event->t.hi);
        break;
    case CD_HOW_THROUGHOUT:
        add(caption, "the origin stays beyond it all the way: it parts the boxes.");
        break;
    default:
        add(caption, "the origin is beyond it up to t = %.6f: until then the boxes are apart.", event->t.hi);
    }
}

// --- The index

static void describeNode(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    static const char *const sides[] = {"below", "on", "above"};
    int side = event->b < 0 ? 0 : event->b > 0 ? 2 : 1;
    add(caption, "Node %d: the point lies %.3g %s its plane", (int)event->a, fabs(event->c[0]),
        event->c[0] < 0.0 ? "below" : "above");
    if (side == 1)
        add(caption, ", within the tolerance: on it. The way goes on within the plane.");
    else
        add(caption, ". The way goes on %s.", sides[side]);
}

static void describeLeaf(Caption *caption) {
    const StageSolid *solid = FindStageSolid(caption->stage, caption->steps->key.object);
    char name[48] = "";
    cdPlace place = {(cdWhere)caption->event->a, caption->event->b};
    if (solid && solid->solid) cdDescribePlace(solid->solid, place, name, sizeof name);
    add(caption, "A leaf: the point is %s%s. Of %d nodes %d were visited.",
        place.where >= CD_ON_VERTEX ? "on " : "", name,
        solid && solid->solid ? (int)cdGetSolidInfo(solid->solid).nodeCount : 0, (int)caption->steps->at);
}

static void describeRegion(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    static const char *const kinds[] = {"point", "segment", "polygon"};
    add(caption, "Contact region %d is a %s with %d %s.", (int)event->a + 1,
        kinds[event->c[6] > 1.0 ? 2 : event->c[6] > 0.0], (int)event->b, event->b == 1 ? "point" : "points");
}

// --- Begin and end

static void describeObstacle(Caption *caption) {
    if (caption->steps->obstacleCount > 1)
        add(caption, "%s may reach %s from t = %.4f on: the two are asked.", caption->nameA, caption->nameB,
            caption->event->t.lo);
    else
        add(caption, "%s against %s.", caption->nameA, caption->nameB);
}

static void describeEnd(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    bool pair = event->kind == CD_TRACE_PAIR_DECIDED;
    switch ((cdState)event->b) {
    case CD_FREE:
        if (!pair && caption->steps->search == STEPS_QUERY &&
            GetStepTotal(caption->steps, CD_TRACE_OBSTACLE) == 0) {
            add(caption, "Free: nothing is in reach of the way of %s.", caption->nameA);
            break;
        }
        add(caption,
            pair ? "%s is free of %s on what is left of the step." : "Free: nothing touches %s all the way.",
            caption->nameA, caption->nameB);
        break;
    case CD_CONTACT:
        add(caption, "%s meets %s at t = %.6f; before, all is certified free.", caption->nameA,
            caption->nameB, event->t.lo);
        break;
    case CD_OVERLAP:
        add(caption, "%s and %s are in each other already at the start.", caption->nameA, caption->nameB);
        break;
    default:
        add(caption, "Not decided: free up to t = %.6f, then a limit was reached.", event->t.lo);
    }
}

static void describeOther(Caption *caption) {
    const cdTraceEvent *event = caption->event;
    switch (event->kind) {
    case CD_TRACE_QUERY:
        add(caption,
            "The step of %s becomes a screw: every element's path is a rational cubic of one parameter.",
            caption->nameA);
        break;
    case CD_TRACE_SPAN:
        add(caption, "Span %d of %d, t from %.4f to %.4f: short enough that a chord bounds every path.",
            (int)event->a + 1, (int)event->b, event->t.lo, event->t.hi);
        break;
    case CD_TRACE_LABEL_SKIP:
        addSpheres(caption);
        add(caption, " hold what an earlier pair held, their labels say: skipped.");
        break;
    case CD_TRACE_TABLE_SKIP:
        addElements(caption, "and");
        add(caption, " were tested already, from another leaf: skipped.");
        break;
    case CD_TRACE_OVERLAP:
        addFaces(caption);
        add(caption,
            event->how == CD_HOW_SHARES ? " share a point at this pose." : " share no point at this pose.");
        break;
    case CD_TRACE_POSE:
        add(caption,
            "The start touches: are the two deeper in each other at t = %.3g? Then it does not leave.",
            event->t.lo);
        break;
    case CD_TRACE_LEAVES:
        add(caption,
            "It leaves: what touched at the start is no contact up to t = %.3g. The search begins again.",
            event->t.hi);
        break;
    default:
        add(caption, "The time is known; what else touches then is listed.");
    }
}

static Caption makeCaption(const Stage *stage, char *text) {
    const StageSteps *steps = &stage->steps;
    Caption caption = {.stage = stage, .steps = steps, .event = &steps->shown.event, .text = text};
    const StageObject *moved = &stage->objects[steps->key.object];
    caption.nameA = moved->name;
    caption.meshA = moved->mesh;
    caption.nameB = "the others";
    int32_t obstacle = steps->shown.obstacle;
    if (obstacle < 0 && steps->obstacleCount == 1) obstacle = 0;
    if (obstacle < 0 || obstacle >= steps->obstacleCount) return caption;
    caption.nameB = stage->objects[steps->obstacleObjects[obstacle]].name;
    caption.meshB = steps->obstacles[obstacle].mesh;
    return caption;
}

void DescribeStep(const Stage *stage, char text[STEP_TEXT_SIZE]) {
    static void (*const describe[CD_TRACE_KIND_COUNT])(Caption *) = {
        [CD_TRACE_OBSTACLE] = describeObstacle, [CD_TRACE_VECTOR] = describeVector,
        [CD_TRACE_HULLS] = describeHulls,       [CD_TRACE_ROUTE_PART] = describePart,
        [CD_TRACE_ROUTE_PLANE] = describePlane, [CD_TRACE_SPHERE_APART] = describeApart,
        [CD_TRACE_SPHERE_MEET] = describeMeet,  [CD_TRACE_FACES_APART] = describeFaces,
        [CD_TRACE_FACES_MEET] = describeFaces,  [CD_TRACE_ELEMENTS] = describeElements,
        [CD_TRACE_SOLVED] = describeSolved,     [CD_TRACE_SHORTENED] = describeShortened,
        [CD_TRACE_PAIR_DECIDED] = describeEnd,  [CD_TRACE_DECIDED] = describeEnd,
        [CD_TRACE_INDEX_NODE] = describeNode,   [CD_TRACE_INDEX_LEAF] = describeLeaf,
        [CD_TRACE_REGION] = describeRegion,
    };
    text[0] = '\0';
    if (!HasStep(stage)) return;
    Caption caption = makeCaption(stage, text);
    cdTraceKind kind = caption.event->kind;
    if (describe[kind])
        describe[kind](&caption);
    else
        describeOther(&caption);
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
    bool boxes = kind == CD_TRACE_DECIDED && caption.steps->search == STEPS_BOXES;
    add(&caption, " %s", boxes ? "[AS05, Algorithm]" : GetStepSource(caption.event));
}

const char *GetStepCurveName(const cdTraceEvent *event) {
    switch (event->kind) {
    case CD_TRACE_ROUTE_PLANE:
        return "the gap beyond the plane";
    case CD_TRACE_VECTOR:
    case CD_TRACE_HULLS:
        return "the gap along each vector, from the first to the last";
    case CD_TRACE_INDEX_NODE:
    case CD_TRACE_INDEX_LEAF:
        return "the height over each plane, from the root down";
    case CD_TRACE_SPHERE_APART:
    case CD_TRACE_SPHERE_MEET:
    case CD_TRACE_LABEL_SKIP:
        return "the gap of the two spheres, over the step";
    default:
        return "the elements' cubic, over the screw";
    }
}
