// Queries against all bodies of a world: rays, overlap and first contact of a mesh. They never change the world.

import {getBodyId} from './bodies.js';
import {isArray, readBoolean, readCount, readLimit, readNumber, readOptions, readTests} from './check.js';
import {heap} from './heap.js';
import {
    CD_UNDECIDED, cdWorldContactInput, cdWorldFirstContact, cdWorldOverlap, cdWorldOverlapInput, cdWorldRayHit, cdWorldRayInput,
} from './layer.js';
import {getWorkspace, inFrame, lib, make, put, take} from './library.js';
import {readMesh} from './mesh.js';
import {getRayHit} from './points.js';
import {setPose, setVector} from './pose.js';
import {ROOM_FIRST, findTouches} from './queries.js';
import {checkState} from './results.js';

const FILTER = {without: [], category: 0, mask: 0, sensors: false};
const RAY_OPTIONS = {maxDistance: 0, cullBackFaces: false, filter: null};
const CONTACT_OPTIONS = {safetyDistance: 0, margin: 0, touches: false, maxTests: 0, filter: null};
const OVERLAP_OPTIONS = {maxTests: 0, filter: null};

// filter: {without: bodies to leave out, category, mask: bits, sensors: true to test sensors, too}; null: all but sensors.
function fillFilter(struct, world, filter) {
    const {without, category, mask, sensors} = readOptions(filter, FILTER);
    if (!isArray(without)) throw new TypeError('without must be an array of bodies');
    const ids = without.map((body, index) => getBodyId(body, world, `without[${index}]`));
    struct.except = put(BigInt64Array.from(ids));
    struct.exceptCount = ids.length;
    struct.category = readCount(category, 'category', 0, 2 ** 32 - 1);
    struct.mask = readCount(mask, 'mask', 0, 2 ** 32 - 1);
    struct.sensors = readBoolean(sensors, 'sensors');
}

// Returns the nearest hit with its body and shape; null: no hit.
export function castWorldRay(world, origin, direction, options) {
    const values = readOptions(options, RAY_OPTIONS);
    return inFrame(() => {
        const input = make(cdWorldRayInput), found = make(cdWorldRayHit);
        setVector(input.origin, origin, 'origin');
        setVector(input.direction, direction, 'direction');
        input.maxDistance = readLimit(values.maxDistance, 'maxDistance');
        input.cullBackFaces = readBoolean(values.cullBackFaces, 'cullBackFaces');
        fillFilter(input.filter, world, values.filter);
        lib.cdFindWorldRayHit(found.address, world.handle, input.address);
        const hit = getRayHit(found.hit);
        return hit && {body: world.getBody(found.body), shape: found.shape, ...hit};
    });
}

// Returns the first contact with the body that is touched first; null: free.
export function findWorldFirstContact(world, mesh, start, target, options) {
    const values = readOptions(options, CONTACT_OPTIONS);
    return inFrame(() => {
        const input = make(cdWorldContactInput), found = make(cdWorldFirstContact);
        input.mesh = readMesh(mesh, 'mesh');
        setPose(input.start, start, 'start');
        setPose(input.target, target, 'target');
        input.safetyDistance = readNumber(values.safetyDistance, 'safetyDistance');
        input.margin = readNumber(values.margin, 'margin');
        input.budget.maxPairTests = readTests(values.maxTests);
        fillFilter(input.filter, world, values.filter);
        const room = readBoolean(values.touches, 'touches') ? ROOM_FIRST : 0;
        const contact = findTouches(input, room, found.contact, () => {
            lib.cdFindWorldFirstContact(found.address, world.handle, input.address, getWorkspace());
            checkState(found.contact.state, found.contact.reason);
        });
        return {body: found.body < 0n ? null : world.getBody(found.body), shape: found.shape, contact};
    });
}

// Returns the bodies that overlap the mesh. Errors: RangeError if maxTests ends the search.
export function findWorldOverlaps(world, mesh, pose, options) {
    const values = readOptions(options, OVERLAP_OPTIONS);
    const ids = inFrame(() => {
        const input = make(cdWorldOverlapInput), found = make(cdWorldOverlap);
        input.mesh = readMesh(mesh, 'mesh');
        setPose(input.pose, pose, 'pose');
        input.budget.maxPairTests = readTests(values.maxTests);
        fillFilter(input.filter, world, values.filter);
        input.bodyCapacity = lib.cdGetBodies(world.handle, 0, 0) + 1;
        input.bodies = take(8 * input.bodyCapacity);
        lib.cdFindWorldOverlap(found.address, world.handle, input.address, getWorkspace());
        checkState(found.overlap.state, found.overlap.reason);
        if (found.truncated || found.overlap.state === CD_UNDECIDED) throw new RangeError('the search was ended by maxTests');
        return Array.from(heap.i64.subarray(input.bodies >> 3, (input.bodies >> 3) + found.bodyCount));
    });
    return ids.map((id) => world.getBody(id));
}
