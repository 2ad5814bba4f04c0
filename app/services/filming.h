// Films of the window's content, from one key press to the next.
#ifndef APP_FILMING_H
#define APP_FILMING_H

#include "services/app.h"

// Begins a film in the folder of the screenshots, or ends the current one.
void ToggleFilm(App *app);
// Takes a picture for the film. Called between picture and panels, and again when all is drawn.
void TakeFilmPicture(App *app, bool panelsDrawn);
// Completes the current film when the window closes.
void EndFilm(App *app);
// Seconds since the film began.
double GetFilmSeconds(const App *app);

#endif
