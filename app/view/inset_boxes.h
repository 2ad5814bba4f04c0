// The insets of two boxes in motion: the boundary of their Minkowski sum, which the origin reaches at the
// first contact, and the spheres of their normals, which define its faces (collision/draw.h).
#ifndef APP_INSET_BOXES_H
#define APP_INSET_BOXES_H

#include "view/view_data.h"

void AddSumInset(const ViewPass *pass);
void AddSphereInset(const ViewPass *pass);

#endif
