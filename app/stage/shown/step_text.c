// Texts of the events of a trace, for counters, captions and curves. The library writes the captions.
#include "stage/shown/step_text.h"

#include "stage/shown/stage_steps.h"

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
        [CD_TRACE_NODES_DISJOINT] = "spheres disjoint",
        [CD_TRACE_NODES_MEET] = "spheres meet",
        [CD_TRACE_LABEL_SKIP] = "label skips",
        [CD_TRACE_FACES_DISJOINT] = "faces disjoint",
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

StepCounter GetStepCounter(cdTraceKind kind) {
    static const StepCounter counters[CD_TRACE_KIND_COUNT] = {
        [CD_TRACE_OBSTACLE] = {"obstacles tested", "Obstacles whose bounding boxes the step may reach."},
        [CD_TRACE_VECTOR] = {"vectors", "Vectors tried, to separate convex hulls."},
        [CD_TRACE_HULLS] = {"convex hulls tested", "Pairs of convex hulls, each with its result."},
        [CD_TRACE_ROUTE_PART] = {"parts", "Parts of the motion with the same pairs of features."},
        [CD_TRACE_ROUTE_PLANE] = {"planes", "Faces of the Minkowski sum followed along the motion."},
        [CD_TRACE_SPAN] = {"spans", "Parts of the step that were searched, one after the other. Those after "
                                    "the first contact are not."},
        [CD_TRACE_NODES_DISJOINT] = {"spheres disjoint", "Sphere pairs that cannot touch."},
        [CD_TRACE_NODES_MEET] = {"spheres near", "Sphere pairs that may touch."},
        [CD_TRACE_LABEL_SKIP] = {"spheres skipped",
                                 "Sphere pairs with the same triangles as an earlier pair."},
        [CD_TRACE_FACES_DISJOINT] = {"triangles disjoint", "Triangle pairs that cannot touch."},
        [CD_TRACE_FACES_MEET] = {"triangles near", "Triangle pairs that may touch: elements are tested."},
        [CD_TRACE_OVERLAP] = {"exact triangle pairs", "Exact overlap tests of two triangles at a pose."},
        [CD_TRACE_TABLE_SKIP] = {"elements skipped", "Element pairs that were tested before."},
        [CD_TRACE_ELEMENTS] = {"elements", "Two edges, or a vertex and a triangle: a cubic."},
        [CD_TRACE_SOLVED] = {"cubics solved", "Cubics whose roots were computed."},
        [CD_TRACE_SHORTENED] = {"earlier contacts", "Contacts earlier than all found before."},
        [CD_TRACE_POSE] = {"poses tested", "Poses at which the depth of the contact is tested."},
        [CD_TRACE_LEAVES] = {"departures", "The objects separate: contacts of the start do not count."},
        [CD_TRACE_TOUCHES] = {"lists of touches",
                              "Searches for all elements that touch at the first contact."},
        [CD_TRACE_INDEX_NODE] = {"nodes", "Nodes of the index, from its root."},
        [CD_TRACE_INDEX_LEAF] = {"leaves", "The region of the index that contains the point."},
        [CD_TRACE_REGION] = {"contact regions", "Contact regions found."},
    };
    return counters[kind];
}

void DescribeStep(const Stage *stage, char text[STEP_TEXT_SIZE]) {
    text[0] = '\0';
    if (!HasStep(stage)) return;
    const StageSteps *steps = &stage->steps;
    size_t length = 0;
    // the number of the vector in the corner view
    if (steps->shown.event.kind == CD_TRACE_VECTOR)
        length = (size_t)snprintf(text, STEP_TEXT_SIZE, "Vector %d. ",
                                  (int)(steps->at - steps->shown.firstVector) + 1);
    cdTracedQuery query = GetStepQuery(stage);
    cdDescribeTrace(&steps->shown.event, &query, text + length, STEP_TEXT_SIZE - length);
}

const char *GetStepCurveName(const cdTraceEvent *event) {
    switch (event->kind) {
    case CD_TRACE_ROUTE_PLANE:
        return "gap beyond the plane, scaled";
    case CD_TRACE_VECTOR:
    case CD_TRACE_HULLS:
        return "gap along each vector, length";
    case CD_TRACE_INDEX_NODE:
    case CD_TRACE_INDEX_LEAF:
        return "height over each plane, length";
    case CD_TRACE_NODES_DISJOINT:
        if (event->how == CD_HOW_SLAB) return "gap of the two slabs across the plane, length";
        if (event->how == CD_HOW_BOX) return "gap of the two boxes across the plane, length";
        return "gap of the two spheres, length";
    case CD_TRACE_NODES_MEET:
    case CD_TRACE_LABEL_SKIP:
        return "gap of the two spheres, length";
    default:
        return "cubic of the elements, length^3";
    }
}

StepAxis GetStepAxis(const StageSteps *steps) {
    StepAxis axis = {.name = "tau, parameter of the screw: grows with t", .first = "0", .last = "1"};
    const cdTraceEvent *event = &steps->shown.event;
    int32_t first = steps->shown.firstVector, count = 0;
    switch (event->kind) {
    case CD_TRACE_VECTOR:
    case CD_TRACE_HULLS:
        for (int32_t i = first; i >= 0 && i < steps->trace.eventCount; ++i, ++count)
            if (steps->trace.events[i].kind != CD_TRACE_VECTOR) break;
        axis.name = "vector number";
        break;
    case CD_TRACE_INDEX_NODE:
    case CD_TRACE_INDEX_LEAF:
        count = GetStepTotal(steps, CD_TRACE_INDEX_NODE);
        axis.name = "node number, from the root";
        break;
    case CD_TRACE_NODES_DISJOINT:
    case CD_TRACE_NODES_MEET:
    case CD_TRACE_LABEL_SKIP:
        axis.name = "t, fraction of the step";
        return axis;
    default:
        if (steps->search == STEPS_BOXES) axis.name = "parameter of the motion";
        return axis;
    }
    snprintf(axis.first, sizeof axis.first, "1");
    snprintf(axis.last, sizeof axis.last, "%d", (int)count);
    return axis;
}
