// Space taken by the labels of a picture, and their positions in the last picture; see labels.h.
#ifndef APP_LABEL_STATE_H
#define APP_LABEL_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum { LABEL_MAX = 64, LABEL_COLUMNS = 96, LABEL_ROWS = 54 };

// A rectangle of the picture, pixels from the top left.
typedef struct LabelBox {
    double left, top, right, bottom;
} LabelBox;

// Position of a label in the last picture: its words up to the first comma, and its index among the candidate
// positions.
typedef struct LabelHabit {
    uint32_t words;
    int place;
} LabelHabit;

// Line from a label's point to its words, pixels.
typedef struct LabelLeader {
    double x0, y0, x1, y1;
} LabelLeader;

// State of the current picture, except where a comment says otherwise.
typedef struct Labels {
    LabelBox taken[LABEL_MAX]; // taken[takenCount]: rectangles that labels must not cover
    int takenCount;
    LabelBox inner[LABEL_MAX]; // inner[innerCount]: same within insets
    int innerCount;
    LabelLeader leaders[LABEL_MAX]; // leaders[leaderCount]
    int leaderCount;
    signed char places[LABEL_MAX]; // position of each label, -1: left out; the same for both eyes
    int askedCount;
    LabelHabit habits[LABEL_MAX], newHabits[LABEL_MAX]; // of the last picture, of this one
    int habitCount, newHabitCount;
    bool repeats;                                     // drawing the second eye's picture
    unsigned char covered[LABEL_ROWS][LABEL_COLUMNS]; // cells of the picture that objects cover
} Labels;

#endif
