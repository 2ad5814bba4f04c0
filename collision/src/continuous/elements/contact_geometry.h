// What a first contact looks like: features, point, normal, and where the moving mesh rests.
#ifndef CD_CONTACT_GEOMETRY_H
#define CD_CONTACT_GEOMETRY_H

#include "continuous/search/search.h"

// A feature of a mesh with its original ids.
cdFeature cdGetMeshFeature(const cdMesh *mesh, cdFeatureKind kind, int32_t index);

// Point between the closest points at `root`, and the unit normal from B to A, in the frame of the query.
void cdDescribeContact(const cdSearch *search, const cdElementPair *pair, double root, cdVec3 *point,
                       cdVec3 *normal);

// A point that two overlapping triangles share.
cdVec3 cdFindSharedPoint(const cdVec3 a[3], const cdVec3 b[3]);

// The last tau in [0, before] at which the pair is about 2 margins beyond its clearance; 0 when it is never
// that far.
double cdFindRest(const cdSearch *search, const cdElementPair *pair, double before, double margin);

#endif
