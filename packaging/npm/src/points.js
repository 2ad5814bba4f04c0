// Rays and points against one mesh: the first hit of a ray, the closest point of the surface.

import {readBoolean, readLimit, readOptions} from './check.js';
import {CD_CONTACT, cdClosestPoint, cdClosestPointInput, cdRayHit, cdRayInput} from './layer.js';
import {inFrame, lib, make} from './library.js';
import {readMesh} from './mesh.js';
import {getVector, setPose, setVector} from './pose.js';
import {checkState, getFeature} from './results.js';

const RAY_OPTIONS = {maxDistance: 0, cullBackFaces: false};
const POINT_OPTIONS = {maxDistance: 0, signed: true};

// Finds the first hit of a ray with a mesh at a pose; null: no hit. Exact: no ray slips through an edge or a vertex.
export function castRay(mesh, origin, direction, pose, options) {
    const values = readOptions(options, RAY_OPTIONS);
    return inFrame(() => {
        const input = make(cdRayInput), found = make(cdRayHit);
        input.mesh = readMesh(mesh, 'mesh');
        setPose(input.pose, pose, 'pose');
        setVector(input.origin, origin, 'origin');
        setVector(input.direction, direction, 'direction');
        input.maxDistance = readLimit(values.maxDistance, 'maxDistance');
        input.cullBackFaces = readBoolean(values.cullBackFaces, 'cullBackFaces');
        lib.cdFindRayHit(found.address, input.address, 0, 0, 0);
        return getRayHit(found);
    });
}

// Returns the hit of a struct; null: no hit.
export function getRayHit(found) {
    checkState(found.state, found.reason);
    if (found.state !== CD_CONTACT) return null;
    return {
        distance: found.distance,
        fraction: found.fraction,
        error: found.error,
        point: getVector(found.point),
        normal: getVector(found.normal),
        backFace: found.backFace,
        triangle: found.triangle,
        feature: getFeature(found.feature),
        barycentric: [found.barycentric(0), found.barycentric(1), found.barycentric(2)],
    };
}

// Finds the point of a mesh at a pose that is nearest to a point, with its signed distance if the mesh is closed.
export function closestPoint(mesh, point, pose, options) {
    const values = readOptions(options, POINT_OPTIONS);
    return inFrame(() => {
        const input = make(cdClosestPointInput), found = make(cdClosestPoint);
        input.mesh = readMesh(mesh, 'mesh');
        setPose(input.pose, pose, 'pose');
        setVector(input.point, point, 'point');
        input.maxDistance = readLimit(values.maxDistance, 'maxDistance');
        input.withoutSign = !readBoolean(values.signed, 'signed');
        lib.cdFindClosestPoint(found.address, input.address, 0, 0, 0);
        checkState(found.state, found.reason);
        return {
            beyond: found.beyond,
            distance: found.distance,
            lower: found.lower,
            upper: found.upper,
            point: getVector(found.point),
            normal: getVector(found.normal),
            triangle: found.triangle,
            feature: getFeature(found.feature),
            signedDistance: found.signedDistance,
        };
    });
}
