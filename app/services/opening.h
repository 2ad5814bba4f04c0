// Opens files and meshes in the window, and takes over everything that has been loaded.
#ifndef APP_OPENING_H
#define APP_OPENING_H

#include "services/app.h"

// Begins to load a scene file, a recording, or meshes. @errors false, with a message
bool OpenFiles(App *app, char *const *files, int fileCount, char *message, size_t messageSize);
// Shows the loaded scene, or adds the loaded mesh. @errors false, with a message
bool FinishOpening(App *app, char *message, size_t messageSize);
void TakeLoaded(App *app); // the same with a notice
// Waits a hundredth of a second for a load begun just before, and takes it over: what is small is in the next
// picture. If the number of frames is given, it waits for everything.
void TakeQuickLoad(App *app);
// Passes the surfaces built with the meshes of the stage's objects to the view.
void GiveLoadedSurfaces(App *app, Loaded *loaded);
// Cancels all loads. The scene stays.
void CancelOpening(App *app);
// Begins to load a dropped file: a scene or a recording is opened, a mesh joins the scene.
void OpenDropped(App *app, const char *path);
// Loads only the meshes that were added to the scene, in their own size.
void OpenAdded(App *app);
// Reads the scene's file again.
void ReloadScene(App *app);

#endif
