// The panels around the picture.
#ifndef APP_PANELS_H
#define APP_PANELS_H

#include "services/app.h"

void DrawPanels(App *app);

// The information line.
void DrawInfoLine(App *app, float y, float height);
// `flags`: of gxBeginPanel.
void DrawScenePanel(App *app, float x, float y, float w, float h, unsigned flags);
// The scene's objects, and pose and options of the selected one.
void DrawObjectList(App *app);
void DrawObjectPose(App *app);
void DrawObjectOptions(App *app);
void DrawObjectBody(App *app); // a part of the options
void DrawInspector(App *app, float x, float y, float w, float h, unsigned flags);
// The content of its section "Separating vectors".
void DrawSeparations(const App *app);
// The bars: fraction of the searches that took k steps.
void DrawStepBars(const SeparationTally *sum, float height);

// The content of its section "Last query".
void DrawLastQuery(const App *app);

// The content of its section "Contact regions".
void DrawContactRegions(App *app);

// The content of its section "Boxes".
void DrawBoxes(App *app);
// Under the picture: the parts of the route, to scrub.
void DrawTimeline(App *app, float x, float y, float w, float h);
// The timeline of this session or of the replay, with a tick at every contact.
void DrawTrack(App *app, float x, float y, float w, float h);

// The content of its section "Clearance".
void DrawClearance(App *app);

// The content of its section "Ray".
void DrawRay(App *app);

// The content of its section "Solid".
void DrawSolid(App *app);

// The contents of its sections on the world.
void DrawWorld(const App *app);
void DrawWorldContacts(App *app);
void DrawWorldEvents(App *app);
void DrawJoints(App *app);
void DrawSensors(App *app);
void DescribeStepTime(const Stage *stage, char *text, size_t textSize); // of the last step
const char *GetWorldState(const Stage *stage); // "playing", "paused", "at rest". @lifetime static

void DrawHelp(App *app);
void DrawFinder(App *app);

#endif
