// The corner views of two boxes in motion, for the overlay: the boundary of their Minkowski sum, which the
// origin reaches at the first contact, and the spheres of their normals, which tell its faces
// (collision/draw.h).
#ifndef APP_INSET_BOXES_H
#define APP_INSET_BOXES_H

#include "view/view_data.h"

void AddSumInset(const ViewPass *pass);
void AddSphereInset(const ViewPass *pass);

#endif
