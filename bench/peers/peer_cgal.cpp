// CGAL behind the C interface of peer_cgal.h.
#include "bench/peers/peer_cgal.h"

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include <memory>
#include <optional>
#include <vector>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Mesh>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;
using Side = CGAL::Side_of_triangle_mesh<Mesh, Kernel>;

Kernel::Point_3 ToPoint(const cdVec3 &v) {
    return Kernel::Point_3(v.x, v.y, v.z);
}

bool FillMesh(Mesh &mesh, const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
              int32_t triangleCount) {
    std::vector<Mesh::Vertex_index> vertices;
    for (int32_t i = 0; i < pointCount; ++i)
        vertices.push_back(mesh.add_vertex(ToPoint(points[i])));
    for (int32_t i = 0; i < triangleCount; ++i) {
        const int32_t *corner = triangles + 3 * i;
        auto face = mesh.add_face(vertices[static_cast<std::size_t>(corner[0])],
                                  vertices[static_cast<std::size_t>(corner[1])],
                                  vertices[static_cast<std::size_t>(corner[2])]);
        if (face == Mesh::null_face()) return false;
    }
    return CGAL::is_closed(mesh);
}

} // namespace

struct PeerSolid {
    Mesh mesh;
    Tree tree;
    std::optional<Side> side;
};

PeerSolid *MakePeerSolid(const cdVec3 *points, int32_t pointCount, const int32_t *triangles,
                         int32_t triangleCount) {
    auto solid = std::make_unique<PeerSolid>();
    if (!FillMesh(solid->mesh, points, pointCount, triangles, triangleCount)) return nullptr;
    solid->tree.insert(faces(solid->mesh).first, faces(solid->mesh).second, solid->mesh);
    solid->tree.build();
    solid->side.emplace(solid->tree);
    return solid.release();
}

void FreePeerSolid(PeerSolid *solid) {
    delete solid;
}

int FindPeerSide(const PeerSolid *solid, cdVec3 point) {
    return static_cast<int>((*solid->side)(ToPoint(point)));
}
