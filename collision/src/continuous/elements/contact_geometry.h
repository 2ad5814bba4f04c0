// Geometry of a first contact: features, point, normal, and the resolved time.
#ifndef CD_CONTACT_GEOMETRY_H
#define CD_CONTACT_GEOMETRY_H

#include "continuous/search/search.h"

// Returns a feature of a mesh with its original ids.
cdFeature cdGetMeshFeature(const cdMesh *mesh, cdFeatureKind kind, int32_t index);

// Computes the point between the closest points at `root`, and the unit normal from B to A; query frame.
void cdDescribeContact(const cdSearch *search, const cdElementPair *pair, double root, cdVec3 *point,
                       cdVec3 *normal);

// Returns a point that two overlapping triangles share.
cdVec3 cdFindSharedPoint(const cdVec3 a[3], const cdVec3 b[3]);

// Returns the last tau in [0, before] at which the pair is about 2 margins beyond its clearance; 0 if it
// never is.
double cdFindResolvedTau(const cdSearch *search, const cdElementPair *pair, double before, double margin);

#endif
