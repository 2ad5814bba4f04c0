// Draws the map of the joint values of a sweep.
#ifndef APP_SWEEP_PICTURE_H
#define APP_SWEEP_PICTURE_H

#include "commands/sweep_write.h"

// Writes a PNG file: one joint is horizontal, a second one vertical, growing upwards. Red: contact; yellow:
// undecided; white: free. Ticks divide each range into eight parts, with the values of every second one:
// degrees of hinges, lengths of sliders. Of three joints it draws four maps, at values of the third from its
// lower to its upper limit. @errors false with a message
bool WriteSweepPicture(const SweepRow *row, const char *path, char *message, size_t messageSize);

#endif
