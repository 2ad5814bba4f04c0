// The text of one trace event under construction; shared by the files that describe events.
#ifndef CD_CAPTION_H
#define CD_CAPTION_H

#include "draw/draw_parts.h"
#include "foundation/numbers/compiler.h"

typedef struct cdCaption {
    const cdTraceEvent *event;
    const cdTracedQuery *query;
    const char *nameA, *nameB;
    char *text;
    size_t size, length;
} cdCaption;

// caption.c
CD_PRINTF(2, 3) void cdAddText(cdCaption *caption, const char *format, ...);
// Adds the event's elements: "vertex 3 of A on face 7 of B".
void cdAddElements(cdCaption *caption, const char *between);
void cdAddFaces(cdCaption *caption);
void cdAddSpheres(cdCaption *caption);
// Converts an index to a count from 1. An event that no query recorded may hold any value.
int cdCountFromOne(int32_t index);

// Each adds the sentences about an event of one or two kinds.
typedef void cdDescribe(cdCaption *caption);

// describe_nodes.c: spheres and triangles
cdDescribe cdDescribeApart, cdDescribeMeet, cdDescribeFaces, cdDescribeFacesMeet, cdDescribeOverlap,
    cdDescribeLabelSkip;
// describe_elements.c
cdDescribe cdDescribeTableSkip, cdDescribeElements, cdDescribeSolved, cdDescribeShortened;
// describe_solids.c: hulls, boxes, the index, regions
cdDescribe cdDescribeVector, cdDescribeHulls, cdDescribeRoutePart, cdDescribeRoutePlane, cdDescribeIndexNode,
    cdDescribeIndexLeaf, cdDescribeRegion;

#endif
