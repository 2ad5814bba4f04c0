// The chart of a path's picture: the minimum distance over time.
#ifndef APP_PATH_CHART_H
#define APP_PATH_CHART_H

#include "commands/path_story.h"
#include "engine/renderer.h"
#include "engine/text.h"

// Colour of a part of the time by its minimum distance; that of overlap for a contact, grey for a search that
// was cut short.
gxColor GetPartColor(const PathStory *story, const cdPathBound *bound);

// Draws the chart over the lowest `height` pixels of the picture in the bound framebuffer; adds its texts.
void DrawPathChart(const PathStory *story, gxRenderer *renderer, gxTextRenderer *text, int width,
                   int pictureHeight, int height, double scale);

#endif
