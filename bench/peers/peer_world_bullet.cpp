// Bullet's rigid bodies behind peer_world.h: btGImpactMeshShape on btBoxShape.
//
// Bullet needs the principal axes as the body's own, so the mesh is rotated into them, and poses are rotated
// back. It multiplies the restitutions and frictions of a pair: the floor's are 1. The dynamics world has its
// default solver; the mesh has the margin of Bullet's convex shapes. Continuous motion is enabled as the
// manual says, but Bullet applies it to convex shapes only, not to a mesh. Single precision, like Debian's
// libraries.
#include "bench/peers/peer_world.h"
#include "bench/peers/values_bullet.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace {

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld dynamics{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<float> points;
    std::vector<int> triangles;
    std::unique_ptr<btTriangleIndexVertexArray> mesh;
    std::unique_ptr<btGImpactMeshShape> shape;
    std::unique_ptr<btBoxShape> floorShape;
    std::unique_ptr<btRigidBody> body, floor;
    btQuaternion principal; // from the principal axes to the body's
};

// Rotates the mesh into the principal axes; returns the moments about them.
btVector3 TakeMesh(World &world, const PeerScene &scene) {
    const double *t = scene.inertia;
    btMatrix3x3 tensor(ToScalar(t[0]), ToScalar(t[3]), ToScalar(t[4]), ToScalar(t[3]), ToScalar(t[1]),
                       ToScalar(t[5]), ToScalar(t[4]), ToScalar(t[5]), ToScalar(t[2]));
    btMatrix3x3 axes;
    tensor.diagonalize(axes, ToScalar(1e-6), 50);
    axes.getRotation(world.principal);
    world.principal.normalize();
    for (int i = 0; i < scene.pointCount; ++i) {
        btVector3 p = quatRotate(world.principal.inverse(), ToVector(scene.points[i]));
        world.points.insert(world.points.end(), {p.x(), p.y(), p.z()});
    }
    world.triangles.assign(scene.triangles, scene.triangles + 3 * scene.triangleCount);
    btIndexedMesh part;
    part.m_numTriangles = scene.triangleCount;
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(world.triangles.data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = scene.pointCount;
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(world.points.data());
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    world.mesh = std::make_unique<btTriangleIndexVertexArray>();
    world.mesh->addIndexedMesh(part, PHY_INTEGER);
    return btVector3(tensor[0][0], tensor[1][1], tensor[2][2]);
}

void AddBodies(World &world, const PeerScene &scene, const btVector3 &moments) {
    world.shape = std::make_unique<btGImpactMeshShape>(world.mesh.get());
    world.shape->setMargin(ToScalar(CONVEX_DISTANCE_MARGIN));
    world.shape->updateBound();
    btRigidBody::btRigidBodyConstructionInfo info(ToScalar(scene.mass), nullptr, world.shape.get(), moments);
    info.m_restitution = ToScalar(scene.restitution);
    info.m_friction = ToScalar(scene.friction);
    world.body = std::make_unique<btRigidBody>(info);
    world.body->setActivationState(DISABLE_DEACTIVATION);
    world.body->setCcdMotionThreshold(ToScalar(0.5 * scene.radius));
    world.body->setCcdSweptSphereRadius(ToScalar(0.2 * scene.radius));

    world.floorShape = std::make_unique<btBoxShape>(ToVector(scene.floorHalf));
    btRigidBody::btRigidBodyConstructionInfo ground(0, nullptr, world.floorShape.get());
    ground.m_restitution = ground.m_friction = 1;
    ground.m_startWorldTransform.setOrigin(btVector3(0, ToScalar(-scene.floorHalf.y), 0));
    world.floor = std::make_unique<btRigidBody>(ground);
    world.dynamics.addRigidBody(world.floor.get());
    world.dynamics.addRigidBody(world.body.get());
}

void *Open(const PeerScene *scene) {
    auto world = std::make_unique<World>();
    btGImpactCollisionAlgorithm::registerAlgorithm(&world->dispatcher);
    world->dynamics.setGravity(btVector3(0, ToScalar(-scene->gravity), 0));
    AddBodies(*world, *scene, TakeMesh(*world, *scene));
    return world.release();
}

void Close(void *memory) {
    std::unique_ptr<World> world(static_cast<World *>(memory));
    world->dynamics.removeRigidBody(world->body.get());
    world->dynamics.removeRigidBody(world->floor.get());
}

void Start(void *memory, const PeerThrow *thrown) {
    auto *world = static_cast<World *>(memory);
    btRigidBody &body = *world->body;
    body.setWorldTransform(
        btTransform(ToQuaternion(thrown->pose.q) * world->principal, ToVector(thrown->pose.p)));
    body.setInterpolationWorldTransform(body.getWorldTransform());
    body.setLinearVelocity(ToVector(thrown->velocity));
    body.setAngularVelocity(ToVector(thrown->angularVelocity));
    body.clearForces();
    body.updateInertiaTensor();
    world->broadphase.getOverlappingPairCache()->cleanProxyFromPairs(body.getBroadphaseHandle(),
                                                                     &world->dispatcher);
    world->solver.reset();
}

cdPose Step(void *memory, double dt) {
    auto *world = static_cast<World *>(memory);
    world->dynamics.stepSimulation(ToScalar(dt), 0);
    btTransform at = world->body->getWorldTransform();
    btQuaternion q = at.getRotation() * world->principal.inverse();
    btVector3 p = at.getOrigin();
    return cdPose{cdVec3{p.x(), p.y(), p.z()}, cdNormalizeQuat(cdQuat{q.w(), q.x(), q.y(), q.z()})};
}

} // namespace

const PeerWorld *GetBulletWorld(void) {
    static const PeerWorld peer = {
        "Bullet, GImpact",
        "Bullet: btGImpactMeshShape (margin 0.04) on btBoxShape, btDiscreteDynamicsWorld with its default "
        "solver of 10 iterations, one variable step a call, CCD threshold 0.5 radii (heeded for convex "
        "shapes "
        "only), deactivation off, single precision.",
        Open,
        Close,
        Start,
        Step};
    return &peer;
}
