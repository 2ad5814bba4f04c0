// Texts of events with the names of meshes and elements; see caption.h. Elements have the numbers of their
// files; an index that a mesh does not have is printed unchanged.
#include "draw/caption.h"
#include "continuous/elements/contact_geometry.h"

#include <stdarg.h>
#include <stdio.h>

int cdCountFromOne(int32_t index) {
    return index < INT32_MAX ? index + 1 : index;
}

void cdAddText(cdCaption *caption, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = caption->size - caption->length;
    int written = vsnprintf(caption->text + caption->length, room, format, arguments);
    va_end(arguments);
    if (written > 0) caption->length += (size_t)written < room ? (size_t)written : room - 1;
}

static void addElement(cdCaption *caption, const cdMesh *mesh, cdFeatureKind kind, int32_t index) {
    cdVec3 corners[3];
    char name[64];
    if (mesh && cdGetElementCorners(mesh, kind, index, corners) > 0)
        cdDescribeFeature(cdGetMeshFeature(mesh, kind, index), name, sizeof name);
    else
        snprintf(name, sizeof name, "%s %d",
                 kind == CD_FEATURE_VERTEX ? "vertex"
                 : kind == CD_FEATURE_EDGE ? "edge"
                 : kind == CD_FEATURE_FACE ? "triangle"
                                           : "element",
                 (int)index);
    cdAddText(caption, "%s", name);
}

// "Vertex 3 of A on face 7 of B".
static void addPair(cdCaption *caption, cdFeatureKind kindA, const char *between, cdFeatureKind kindB) {
    addElement(caption, caption->query->meshA, kindA, caption->event->a);
    cdAddText(caption, " of %s %s ", caption->nameA, between);
    addElement(caption, caption->query->meshB, kindB, caption->event->b);
    cdAddText(caption, " of %s", caption->nameB);
}

void cdAddElements(cdCaption *caption, const char *between) {
    cdContactKind contact = caption->event->contact;
    addPair(caption, cdGetKindOfA(contact), between, cdGetKindOfB(contact));
}

void cdAddFaces(cdCaption *caption) {
    addPair(caption, CD_FEATURE_FACE, "and", CD_FEATURE_FACE);
}

void cdAddSpheres(cdCaption *caption) {
    cdAddText(caption, "Sphere %d of %s and sphere %d of %s", (int)caption->event->a, caption->nameA,
              (int)caption->event->b, caption->nameB);
}
