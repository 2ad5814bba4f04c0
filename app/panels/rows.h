// Rows and numbers of panels.
#ifndef APP_ROWS_H
#define APP_ROWS_H

#include "engine/ui.h"
#include "stage/stage.h"

// The value, or 0 where its shown digits are all 0: no "-0.0000".
double HideMinusZero(double value, int decimals);
// Digits after the point that fit where three numbers share a row.
int CountDecimals(cdVec3 v);

// The name of the selected object if it can be dragged, else "a driven object". @lifetime the stage's
const char *GetDraggedName(const Stage *stage);

gxTone GetStatusTone(StageStatus status);

// A row of a table of two columns: a name and its value; `about`: the tooltip of both.
void DrawPanelRow(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
void DrawToldRow(const char *name, const char *about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
