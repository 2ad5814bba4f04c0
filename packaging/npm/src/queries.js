// Queries of two meshes: first contact of a motion, distance, overlap.
//
// A moves or is at a pose, B is fixed unless it has a target. An undecided result has a reason: a limit was reached.

import {readBoolean, readLimit, readNumber, readOptions, readTests} from './check.js';
import {heap} from './heap.js';
import {
    CD_EACH_OWN_SCREW, CD_OVERLAP, CD_RELATIVE_SCREW, cdDistance, cdDistanceInput, cdFirstContact, cdFirstContactInput, cdOverlap,
    cdOverlapInput, cdPairCache, cdPose, cdTouch,
} from './layer.js';
import {allocate, getWorkspace, inFrame, lib, make, take} from './library.js';
import {readMesh} from './mesh.js';
import {getVector, setPose} from './pose.js';
import {close, getHandle, own} from './resources.js';
import {checkState, getFeature, getFirstContact, getReason, getState} from './results.js';

export const ROOM_FIRST = 64; // items for which a query has room at first; more are found by a second query

const CONTACT_OPTIONS = {
    at: null, atTarget: null, ownScrews: false, safetyDistance: 0, allowance: 0, margin: 0, touches: false, maxTests: 0, cache: null,
};
const DISTANCE_OPTIONS = {maxDistance: 0, maxTests: 0, cache: null};
const OVERLAP_OPTIONS = {pairs: false, maxTests: 0, cache: null};

// Returns the address of the cache of an option; 0: none.
export let readCache;

// Memory of one pair of meshes, which makes queries that repeat with small changes faster. It never changes a result.
export class PairCache {
    #resource;

    constructor() {
        const address = allocate(cdPairCache.size);
        heap.u8.fill(0, address, address + cdPairCache.size);
        this.#resource = own(this, address, 'fcRelease');
    }

    static {
        readCache = (value) => {
            if (value === null) return 0;
            if (!(value instanceof PairCache)) throw new TypeError('cache must be a PairCache');
            return getHandle(value.#resource, 'the cache');
        };
    }

    dispose() {
        close(this.#resource);
    }
}

// Finds the first contact of A's motion from start to target with B. No contact is missed, however fast the motion is.
export function firstContact(a, b, start, target, options) {
    const values = readOptions(options, CONTACT_OPTIONS);
    readNumber(values.allowance, 'allowance');
    readMesh(a, 'a');
    const mesh = values.allowance > 0 ? a.withAllowance(values.allowance) : a;
    return inFrame(() => {
        const input = make(cdFirstContactInput), found = make(cdFirstContact);
        input.meshA = readMesh(mesh, 'a');
        input.meshB = readMesh(b, 'b');
        setPose(input.startA, start, 'start');
        setPose(input.targetA, target, 'target');
        setPose(input.startB, values.at, 'at');
        fillOptions(input, values);
        const cache = readCache(values.cache);
        return findTouches(input, readBoolean(values.touches, 'touches') ? ROOM_FIRST : 0, found, () => {
            lib.cdFindFirstContact(found.address, input.address, cache, getWorkspace(), 0);
            checkState(found.state, found.reason);
            return found;
        });
    });
}

function fillOptions(input, {atTarget, ownScrews, safetyDistance, margin, maxTests}) {
    if (atTarget !== null) {
        const pose = make(cdPose);
        setPose(pose, atTarget, 'atTarget');
        input.targetB = pose.address;
    }
    input.inBetween = readBoolean(ownScrews, 'ownScrews') ? CD_EACH_OWN_SCREW : CD_RELATIVE_SCREW;
    input.safetyDistance = readNumber(safetyDistance, 'safetyDistance');
    input.margin = readNumber(margin, 'margin');
    input.budget.maxPairTests = readTests(maxTests);
}

// Makes a query with room for touches, again with more room if there are more. `find` returns the cdFirstContact.
export function findTouches(input, room, found, find) {
    for (;;) {
        input.touches = room > 0 ? take(room * cdTouch.size) : 0;
        input.touchCapacity = room;
        find();
        if (found.neededTouches <= room) return getFirstContact(found, input.touches);
        room = found.neededTouches;
    }
}

// Finds the distance of the surfaces of A at `pose` and B at `at`, and their nearest points.
export function distance(a, b, pose, at, options) {
    const values = readOptions(options, DISTANCE_OPTIONS);
    return inFrame(() => {
        const input = make(cdDistanceInput), found = make(cdDistance);
        fillPair(input, a, b, pose, at, values.maxTests);
        input.maxDistance = readLimit(values.maxDistance, 'maxDistance');
        lib.cdFindDistance(found.address, input.address, readCache(values.cache), getWorkspace(), 0);
        checkState(found.state, found.reason);
        return {
            state: getState(found.state),
            reason: getReason(found.reason),
            beyond: found.beyond,
            distance: found.distance,
            lower: found.lower,
            upper: found.upper,
            pointA: getVector(found.pointA),
            pointB: getVector(found.pointB),
            featureA: getFeature(found.featureA),
            featureB: getFeature(found.featureB),
            normal: getVector(found.normal),
        };
    });
}

// Tests exactly whether the surfaces of A at `pose` and B at `at` share a point. Touching counts as overlap.
export function overlap(a, b, pose, at, options) {
    const values = readOptions(options, OVERLAP_OPTIONS);
    return inFrame(() => {
        const input = make(cdOverlapInput), found = make(cdOverlap);
        fillPair(input, a, b, pose, at, values.maxTests);
        const cache = readCache(values.cache);
        for (let room = readBoolean(values.pairs, 'pairs') ? ROOM_FIRST : 0; ; room = found.neededPairs) {
            input.trianglePairs = room > 0 ? take(8 * room) : 0;
            input.pairCapacity = room;
            lib.cdFindOverlap(found.address, input.address, cache, getWorkspace(), 0);
            checkState(found.state, found.reason);
            if (found.neededPairs <= room) return getOverlap(found, input);
        }
    });
}

function getOverlap(found, {trianglePairs, pairCapacity}) {
    const first = trianglePairs >> 2;
    return {
        state: getState(found.state),
        reason: getReason(found.reason),
        overlaps: found.state === CD_OVERLAP,
        featureA: getFeature(found.featureA),
        featureB: getFeature(found.featureB),
        point: getVector(found.point),
        pairs: heap.i32.slice(first, first + (pairCapacity > 0 ? 2 * found.pairCount : 0)),
    };
}

function fillPair(input, a, b, pose, at, maxTests) {
    input.meshA = readMesh(a, 'a');
    input.meshB = readMesh(b, 'b');
    setPose(input.poseA, pose, 'pose');
    setPose(input.poseB, at, 'at');
    input.budget.maxPairTests = readTests(maxTests);
}
