// The Open Dynamics Engine behind peer_world.h: a dTriMesh geom on a dBox.
//
// dWorldQuickStep with its default of 20 iterations, ERP 0.2 and CFM 1e-5, a surface layer of 1e-3, and up to
// 64 contacts of a pair, as in ODE's own examples. Contacts bounce and have pyramid friction scaled by the
// normal force. The installed library and its headers must have the same precision, or ODE is not used.
#include "bench/peers/peer_world.h"
#include <ode/ode.h>
#include <stdlib.h>

enum { CONTACT_MAX = 64 };

typedef struct OdeWorld {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID body;
    dGeomID geom, floor;
    dTriMeshDataID data;
    dReal *points;
    dTriIndex *triangles;
    dReal restitution, friction;
} OdeWorld;

#ifdef dDOUBLE
static const char precision[] = "ODE_double_precision";
#else
static const char precision[] = "ODE_single_precision";
#endif

static bool takeMesh(OdeWorld *ode, const PeerScene *scene) {
    ode->points = malloc(3 * (size_t)scene->pointCount * sizeof *ode->points);
    ode->triangles = malloc(3 * (size_t)scene->triangleCount * sizeof *ode->triangles);
    if (ode->points == NULL || ode->triangles == NULL) return false;
    for (int32_t i = 0; i < scene->pointCount; i++) {
        cdVec3 p = scene->points[i];
        dReal *out = ode->points + 3 * i;
        out[0] = (dReal)p.x, out[1] = (dReal)p.y, out[2] = (dReal)p.z;
    }
    for (int32_t i = 0; i < 3 * scene->triangleCount; i++)
        ode->triangles[i] = (dTriIndex)scene->triangles[i];
    ode->data = dGeomTriMeshDataCreate();
    int pointStride = 3 * (int)sizeof(dReal), triangleStride = 3 * (int)sizeof(dTriIndex);
#ifdef dDOUBLE
    dGeomTriMeshDataBuildDouble(ode->data, ode->points, pointStride, scene->pointCount, ode->triangles,
                                3 * scene->triangleCount, triangleStride);
#else
    dGeomTriMeshDataBuildSingle(ode->data, ode->points, pointStride, scene->pointCount, ode->triangles,
                                3 * scene->triangleCount, triangleStride);
#endif
    return true;
}

static void addBodies(OdeWorld *ode, const PeerScene *scene) {
    const double *t = scene->inertia;
    dMass mass;
    dMassSetParameters(&mass, (dReal)scene->mass, 0, 0, 0, (dReal)t[0], (dReal)t[1], (dReal)t[2], (dReal)t[3],
                       (dReal)t[4], (dReal)t[5]);
    ode->body = dBodyCreate(ode->world);
    dBodySetMass(ode->body, &mass);
    ode->geom = dCreateTriMesh(ode->space, ode->data, NULL, NULL, NULL);
    dGeomSetBody(ode->geom, ode->body);
    cdVec3 half = scene->floorHalf;
    ode->floor = dCreateBox(ode->space, (dReal)(2.0 * half.x), (dReal)(2.0 * half.y), (dReal)(2.0 * half.z));
    dGeomSetPosition(ode->floor, 0, (dReal)-half.y, 0);
}

static void closeWorld(void *memory) {
    OdeWorld *ode = memory;
    dJointGroupDestroy(ode->contacts);
    dSpaceDestroy(ode->space);
    dWorldDestroy(ode->world);
    if (ode->data != NULL) dGeomTriMeshDataDestroy(ode->data);
    dCloseODE();
    free(ode->points);
    free(ode->triangles);
    free(ode);
}

static void *openWorld(const PeerScene *scene) {
    if (!dCheckConfiguration(precision) || !dCheckConfiguration("ODE_EXT_trimesh")) return NULL;
    OdeWorld *ode = calloc(1, sizeof *ode);
    if (ode == NULL || !dInitODE2(0)) {
        free(ode);
        return NULL;
    }
    ode->world = dWorldCreate();
    ode->space = dSimpleSpaceCreate(NULL);
    ode->contacts = dJointGroupCreate(0);
    ode->restitution = (dReal)scene->restitution;
    ode->friction = (dReal)scene->friction;
    dWorldSetGravity(ode->world, 0, (dReal)-scene->gravity, 0);
    dWorldSetERP(ode->world, (dReal)0.2);
    dWorldSetCFM(ode->world, (dReal)1e-5);
    dWorldSetContactSurfaceLayer(ode->world, (dReal)0.001);
    if (!takeMesh(ode, scene)) {
        closeWorld(ode);
        return NULL;
    }
    addBodies(ode, scene);
    return ode;
}

static void startThrow(void *memory, const PeerThrow *thrown) {
    OdeWorld *ode = memory;
    cdPose pose = thrown->pose;
    const dReal q[4] = {(dReal)pose.q.w, (dReal)pose.q.x, (dReal)pose.q.y, (dReal)pose.q.z};
    cdVec3 v = thrown->velocity, w = thrown->angularVelocity;
    dBodySetPosition(ode->body, (dReal)pose.p.x, (dReal)pose.p.y, (dReal)pose.p.z);
    dBodySetQuaternion(ode->body, q);
    dBodySetLinearVel(ode->body, (dReal)v.x, (dReal)v.y, (dReal)v.z);
    dBodySetAngularVel(ode->body, (dReal)w.x, (dReal)w.y, (dReal)w.z);
}

static void collide(OdeWorld *ode) {
    dContactGeom geoms[CONTACT_MAX];
    int count = dCollide(ode->geom, ode->floor, CONTACT_MAX, geoms, (int)sizeof *geoms);
    for (int i = 0; i < count; i++) {
        dContact contact = {.geom = geoms[i]};
        contact.surface.mode = dContactBounce | dContactApprox1;
        contact.surface.mu = ode->friction;
        contact.surface.bounce = ode->restitution;
        contact.surface.bounce_vel = (dReal)0.1;
        dJointAttach(dJointCreateContact(ode->world, ode->contacts, &contact), ode->body, NULL);
    }
}

static cdPose stepWorld(void *memory, double dt) {
    OdeWorld *ode = memory;
    collide(ode);
    dWorldQuickStep(ode->world, (dReal)dt);
    dJointGroupEmpty(ode->contacts);
    const dReal *p = dBodyGetPosition(ode->body), *q = dBodyGetQuaternion(ode->body);
    return (cdPose){{(double)p[0], (double)p[1], (double)p[2]},
                    cdNormalizeQuat((cdQuat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]})};
}

const PeerWorld *GetOdeWorld(void) {
    static const PeerWorld peer = {
        "ODE, trimesh",
        "ODE: dTriMesh on dBox, dWorldQuickStep with 20 iterations, ERP 0.2, CFM 1e-5, surface layer 0.001, "
        "at most 64 contacts, bounce_vel 0.1, pyramid friction, auto-disable off; double precision where "
        "Debian's library is.",
        openWorld,
        closeWorld,
        startThrow,
        stepWorld};
    return &peer;
}
