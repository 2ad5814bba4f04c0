// Manipulation: turns mouse, keyboard and gamepad input into intended poses.
//
// A manipulation never moves an object itself. It keeps the intended pose; the frame asks the stage for
// the step to it, and detection decides. A body of a running world is pulled
// instead: the manipulation keeps the target of the grabbed point.
#ifndef APP_MANIPULATE_H
#define APP_MANIPULATE_H

#include "services/sight.h"

void BeginDrag(Manipulation *hand, const Stage *stage, int32_t object, cdVec3 hit);
void DragTo(Manipulation *hand, const Stage *stage, Sight sight, double fromX, double fromY, double x,
            double y, int mods);
void DragDepth(Manipulation *hand, const Stage *stage, Sight sight, double notches, int mods);

// The same for a body: its grabbed point follows the mouse in the view plane, the wheel in depth.
void BeginPull(Manipulation *hand, const Stage *stage, int32_t object, cdVec3 hit);
void PullTo(Manipulation *hand, Sight sight, double fromX, double fromY, double x, double y, int mods);
void PullDepth(Manipulation *hand, const Stage *stage, Sight sight, double notches, int mods);

void BeginModal(Manipulation *hand, const Stage *stage, Sight sight, Hold hold, double x, double y);
void MoveModal(Manipulation *hand, const Stage *stage, Sight sight, double dx, double dy, int mods);
// True when the key belongs to the modal manipulation (axes, digits, sign, point, backspace).
bool TypeModal(Manipulation *hand, const Stage *stage, Sight sight, int key, int mods);
// Describes the modal manipulation for the status line.
void DescribeModal(const Manipulation *hand, char *text, size_t textSize);

// The pose after one keyboard step. `right`, `up`, `forward`: -1, 0 or 1. `center`: NULL moves along these
// axes; else turns about them and this point, mesh frame.
cdPose NudgePose(cdPose pose, const cdVec3 *center, const gxCamera *camera, double right, double up,
                 double forward, double size);
double GetNudgeSize(const StageObject *object, bool turns, bool fine); // length or angle

#endif
