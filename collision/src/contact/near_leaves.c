// Two sphere trees walked down at once, to pairs of leaves that come near; see near_leaves.h.
//
// Source: the search of [RKC01 3.1] for a mesh that stands still, with a gap that still counts. A pair of
// nodes is dropped when their spheres are farther apart than the reach, or when one's slab is from the
// other's volume; a pair of leaves also when their boxes are. Two pairs are looked at in the time of one:
// siblings against the same node. Otherwise the larger node is opened.
#include "contact/near_leaves.h"
#include "mesh/node_boxes.h"

typedef struct NodePair {
    int32_t a, b;
} NodePair;

typedef struct Volumes {
    cdLanes3 center, normal;
    cdLanes radius, halfHeight;
} Volumes;

static Volumes loadVolumes(const cdSphereTree *tree, int32_t node, bool siblings) {
    const cdTwinVolumes *t = &tree->twins[(node + 1) / 2];
    if (siblings)
        return (Volumes){cdLoadLanes3(t->centerX, t->centerY, t->centerZ),
                         cdLoadLanes3(t->normalX, t->normalY, t->normalZ), cdLoadLanes(t->radius),
                         cdLoadLanes(t->halfHeight)};
    int k = (node + 1) % 2;
    return (Volumes){cdSpreadLanes3((cdVec3){t->centerX[k], t->centerY[k], t->centerZ[k]}),
                     cdSpreadLanes3((cdVec3){t->normalX[k], t->normalY[k], t->normalZ[k]}),
                     cdSpreadLanes(t->radius[k]), cdSpreadLanes(t->halfHeight[k])};
}

// Lanes in which a disc of radius r and height 2 h, whose normal makes the cosine c with a plane's, lies
// beyond `gap` of that plane, its middle being `height` over it.
static int lanesBeyond(cdLanes height, cdLanes gap, cdLanes h, cdLanes r, cdLanes c) {
    cdLanes rest = cdSubLanes(cdSubLanes(cdAbsLanes(height), gap), cdMulLanes(h, cdAbsLanes(c)));
    cdLanes flatSq =
        cdMulLanes(cdMulLanes(r, r), cdSubLanes(cdSpreadLanes(1.0 + CD_BOX_COSINE_ERROR), cdMulLanes(c, c)));
    return cdLanesAbove(rest, cdSpreadLanes(0.0)) & cdLanesAbove(cdMulLanes(rest, rest), flatSq);
}

static bool isLeaf(const cdMesh *mesh, int32_t node) {
    return mesh->tree.links[node].firstChild < 0;
}

// Lanes in which a plane across a side of a box keeps them farther apart than the reach.
static int boxesBeyond(const cdLeafWalk *walk, NodePair pair, bool siblingsA, bool siblingsB,
                       cdLanes3 between) {
    cdBoxLanes a = cdTurnBoxLanes(&walk->rotation, cdLoadBoxLanes(&walk->a->tree, pair.a, siblingsA));
    cdBoxLanes b = cdLoadBoxLanes(&walk->b->tree, pair.b, siblingsB);
    return cdLanesAbove(cdBoundBoxGap(&a, &b, between), cdSpreadLanes(walk->reach));
}

// Bits of the lanes whose nodes may come near; the lower bit's pair is (a, b), the other's its sibling's.
static int findNearLanes(const cdLeafWalk *walk, NodePair pair, bool siblingsA, bool siblingsB) {
    Volumes a = loadVolumes(&walk->a->tree, pair.a, siblingsA),
            b = loadVolumes(&walk->b->tree, pair.b, siblingsB);
    a.center = cdAddLanes3(cdTurnLanes(&walk->rotation, a.center), cdSpreadLanes3(walk->position));
    cdLanes3 between = cdSubLanes3(a.center, b.center);
    cdLanes reach = cdSpreadLanes(walk->reach);
    cdLanes radius = cdAddLanes(cdAddLanes(a.radius, b.radius), reach);
    int apart = cdLanesAbove(cdDotLanes3(between, between), cdMulLanes(radius, radius));
    if (apart == 3) return 0;
    a.normal = cdTurnLanes(&walk->rotation, a.normal);
    cdLanes c = cdDotLanes3(a.normal, b.normal);
    apart |= lanesBeyond(cdDotLanes3(b.normal, between), cdAddLanes(b.halfHeight, reach), a.halfHeight,
                         a.radius, c);
    apart |= lanesBeyond(cdDotLanes3(a.normal, between), cdAddLanes(a.halfHeight, reach), b.halfHeight,
                         b.radius, c);
    bool mayBeLeaves = isLeaf(walk->a, pair.a) || isLeaf(walk->a, pair.a + siblingsA);
    mayBeLeaves = mayBeLeaves && (isLeaf(walk->b, pair.b) || isLeaf(walk->b, pair.b + siblingsB));
    if (apart != 3 && mayBeLeaves) apart |= boxesBeyond(walk, pair, siblingsA, siblingsB, between);
    return ~apart & 3;
}

static int32_t openPair(const cdLeafWalk *walk, NodePair pair, NodePair *stack, int32_t height) {
    int32_t childA = walk->a->tree.links[pair.a].firstChild, childB = walk->b->tree.links[pair.b].firstChild;
    bool largerA = cdGetNodeRadius(&walk->a->tree, pair.a) >= cdGetNodeRadius(&walk->b->tree, pair.b);
    bool openA = childB < 0 || (childA >= 0 && largerA);
    NodePair first = {openA ? childA : pair.a, openA ? pair.b : childB};
    int near = findNearLanes(walk, first, openA, !openA);
    if (near & 2) stack[height++] = (NodePair){first.a + openA, first.b + !openA};
    if (near & 1) stack[height++] = first;
    return height;
}

// A way down keeps at most one sibling for each level of either tree.
static size_t countStack(const cdMesh *a, const cdMesh *b) {
    return (size_t)(a->tree.depth + b->tree.depth) + 4;
}

size_t cdGetLeafWalkSize(const cdMesh *a, const cdMesh *b) {
    return countStack(a, b) * sizeof(NodePair) + 16;
}

bool cdWalkNearLeaves(const cdLeafWalk *walk, cdMemory memory) {
    NodePair *stack = cdTakeMemory(&memory, countStack(walk->a, walk->b), sizeof *stack);
    int32_t height = 0;
    if (stack == NULL) return false;
    if (findNearLanes(walk, (NodePair){0, 0}, false, false)) stack[height++] = (NodePair){0, 0};
    while (height > 0) {
        NodePair pair = stack[--height];
        if (!cdSpend(walk->meter, 1)) return false;
        if (walk->skip(walk->context, pair.a, pair.b)) continue;
        if (!isLeaf(walk->a, pair.a) || !isLeaf(walk->b, pair.b))
            height = openPair(walk, pair, stack, height);
        else if (!walk->visit(walk->context, pair.a, pair.b))
            return false;
    }
    return true;
}
