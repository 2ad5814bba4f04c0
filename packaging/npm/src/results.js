// Results of queries as plain objects. Lengths are in the mesh's unit, times are fractions of a step; points and normals are in
// the world frame. Normals are unit and point from B to A.

import {
    CD_FEATURE_EDGE, CD_FEATURE_FACE, CD_FEATURE_VERTEX, CD_REASON_BUDGET, CD_REASON_INTERRUPTED, CD_REASON_NONE,
    CD_REASON_PRECISION, CD_REASON_WORKSPACE, CD_UNDECIDED, cdTouch,
} from './layer.js';
import {getName} from './library.js';
import {getPose, getVector} from './pose.js';

const LIMITS = [CD_REASON_NONE, CD_REASON_BUDGET, CD_REASON_INTERRUPTED, CD_REASON_PRECISION];
const FEATURES = {[CD_FEATURE_VERTEX]: 'vertex', [CD_FEATURE_EDGE]: 'edge', [CD_FEATURE_FACE]: 'face'};

// A query refuses its input. reason: such as 'not finite'.
export class QueryError extends Error {
    constructor(reason) {
        super(`the query refuses its input: ${reason}`);
        this.name = 'QueryError';
        this.reason = reason;
    }
}

export function getState(state) {
    return getName('cdGetStateName', state);
}

// Returns the reason of an undecided state; 'none' for a decided one.
export function getReason(reason) {
    return getName('cdGetReasonName', reason);
}

// Throws an error for an undecided state, except where a limit was reached.
export function checkState(state, reason) {
    if (state !== CD_UNDECIDED || LIMITS.includes(reason)) return;
    if (reason === CD_REASON_WORKSPACE) throw new RangeError('no memory for the query');
    throw new QueryError(getReason(reason));
}

export function getFeature(feature) {
    const kind = FEATURES[feature.kind];
    if (kind === undefined) return {kind: 'none', index: -1, id: -1, vertexIds: [-1, -1]};
    return {kind, index: feature.index, id: feature.id, vertexIds: [feature.vertexId(0), feature.vertexId(1)]};
}

export function getFirstContact(found, touches = 0) {
    return {
        state: getState(found.state),
        reason: getReason(found.reason),
        t: [found.t.lo, found.t.hi],
        featureA: getFeature(found.featureA),
        featureB: getFeature(found.featureB),
        point: getVector(found.point),
        normal: getVector(found.normal),
        tolerance: found.tolerance,
        resolvedTime: found.resolvedTime,
        resolvedPose: getPose(found.resolvedPose),
        resolvedPoseB: getPose(found.resolvedPoseB),
        obstacle: found.obstacle,
        tests: Number(found.stats.pairTests),
        touches: touches === 0 ? [] : getItems(cdTouch, touches, found.touchCount, getTouch),
    };
}

function getTouch(touch) {
    return {
        featureA: getFeature(touch.featureA),
        featureB: getFeature(touch.featureB),
        point: getVector(touch.point),
        normal: getVector(touch.normal),
    };
}

// Returns an array with the results of `get` for each struct.
export function getItems(Struct, address, count, get) {
    return Array.from({length: count}, (_, index) => get(new Struct(address + Struct.size * index)));
}
