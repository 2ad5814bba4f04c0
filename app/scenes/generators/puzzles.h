// Generates puzzles to take apart. Input: a kind and a tightness. Output: objects, the fixed ones first.
//
// Sources: the alpha puzzle of the motion planning benchmarks of Texas A&M University, for the bent tubes and
// for the tubes in the shape of an alpha, whose curve is our own; the burrs of [W. H. Cutler, "The six-piece
// burr", Journal of Recreational Mathematics 10, 1978].
#ifndef APP_PUZZLES_H
#define APP_PUZZLES_H

#include "scenes/scene.h"

typedef enum PuzzleKind {
    PUZZLE_PEG = 0, // a square peg in its hole
    PUZZLE_HOOK,    // a hook on a bar with walls at both ends
    PUZZLE_L_IN_L,  // an L in an L
    PUZZLE_CLASPS,  // two linked square rings, each with a gap
    PUZZLE_NUT,     // a nut on its bolt
    PUZZLE_BAYONET, // a shaft with lugs under a slotted plate
    PUZZLE_RING,    // a ring on a bent wire
    PUZZLE_KEY,     // an L through a slot, which tilts
    PUZZLE_TUBES,   // two linked bent tubes
    PUZZLE_ALPHA,   // two linked tubes in the shape of an alpha
    PUZZLE_BURR,    // six pieces, all movable
    PUZZLE_LINK,    // two linked tori: impossible
    PUZZLE_COUNT
} PuzzleKind;

// Returns a lower-case name, such as "linked tori". @lifetime static
const char *GetPuzzleName(PuzzleKind kind);

// Adds the objects. `tightness`: of the bent tubes and the alpha puzzle, the opening of each tube as a
// multiple of the other's diameter, less 0.02; at least 1. The opening of an alpha is the gap of its crossing
// legs. Other kinds ignore it. @errors false: no memory
bool AddPuzzle(SceneData *data, PuzzleKind kind, double tightness);

#endif
