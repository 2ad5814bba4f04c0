// The quality of pictures while something moves.
//
// Input: how long each picture took. Output: the quality of the next one. A renderer without a graphics card
// draws fewer samples, then half the width and height, until the picture is fast enough to follow. Words and
// numbers are drawn in full at every quality, and answers never depend on it.
#ifndef APP_VIEW_QUALITY_H
#define APP_VIEW_QUALITY_H

#include <stdbool.h>

typedef enum ViewQuality {
    VIEW_FINE = 0, // four samples a pixel
    VIEW_QUICK,    // one sample, smoothed: about half the time
    VIEW_COARSE,   // half the width and height, enlarged; words in full
    VIEW_QUALITY_COUNT
} ViewQuality;

// How pictures are drawn while something moves. Zeroed: fine.
typedef struct QualityChoice {
    ViewQuality moving;
    int slowCount, fastCount; // pictures in a row that took too long, or little
    double part, slowestPart; // longest part of the fine picture in progress, and of the last one; seconds
} QualityChoice;

// Returns how a new window begins: without a graphics card with coarse pictures, until they prove to be fast.
QualityChoice GetFirstQuality(bool inSoftware);
// Takes in the time of a picture of that quality, seconds.
void NotePictureTime(QualityChoice *choice, ViewQuality drawn, double seconds);
// Takes in the time of a part of a still, fine picture; `last`: it is its last part.
void NotePartTime(QualityChoice *choice, double seconds, bool last);
// Returns how long nothing must have happened before a fine picture is drawn, seconds: 0 if its parts are so
// short that input between them is answered in time.
double GetFineDelay(const QualityChoice *choice);

#endif
