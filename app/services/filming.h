// A film of what the window shows, from one press of a key to the next.
#ifndef APP_FILMING_H
#define APP_FILMING_H

#include "services/app.h"

// Begins a film beside the screenshots, or ends the one that is made.
void ToggleFilm(App *app);
// Between the picture and the panels, and once more when all is drawn: whichever is filmed is taken.
void TakeFilmPicture(App *app, bool panelsDrawn);
// Puts a film in its place that is being made when the window closes.
void EndFilm(App *app);
// Seconds since it began.
double GetFilmSeconds(const App *app);

#endif
