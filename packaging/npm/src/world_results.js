// Results of worlds: steps, contacts, events, energy. Bodies are ids of type bigint.

import {CD_CONTACT_LOOSE, CD_CONTACT_RESTING, CD_CONTACT_SLIDING} from './layer.js';
import {getName} from './library.js';
import {getVector} from './pose.js';
import {checkState, getReason, getState} from './results.js';

const MODES = {[CD_CONTACT_RESTING]: 'resting', [CD_CONTACT_SLIDING]: 'sliding', [CD_CONTACT_LOOSE]: 'loose'};

export function getStep(found) {
    if (found.outOfMemory) throw new RangeError('no memory for a step of the world');
    checkState(found.state, found.reason);
    const {time, blockedTime, blockedBodies, impacts, contacts, pairs, queries, drift, margin} = found;
    const tests = Number(found.pairTests);
    return {state: getState(found.state), reason: getReason(found.reason), time, blockedTime, blockedBodies, impacts, contacts, pairs, queries, tests, drift, margin};
}

export function getContact(contact) {
    const {bodyA, bodyB, shapeA, shapeB, gap, force} = contact;
    const point = getVector(contact.point), normal = getVector(contact.normal), friction = getVector(contact.friction);
    return {bodyA, bodyB, shapeA, shapeB, mode: MODES[contact.mode], point, normal, gap, force, friction};
}

export function getEvent(event) {
    const {time, bodyA, bodyB, shapeA, shapeB, joint, speed, impulse} = event;
    const kind = getName('cdGetContactEventName', event.kind);
    return {time, kind, bodyA, bodyB, shapeA, shapeB, joint, point: getVector(event.point), normal: getVector(event.normal), speed, impulse};
}

export function getEnergy(energy) {
    const {kinetic, potential, forceWork, handWork, motorWork, kinematicWork, dissipated} = energy;
    const momentum = getVector(energy.momentum), angularMomentum = getVector(energy.angularMomentum);
    return {kinetic, potential, momentum, angularMomentum, forceWork, handWork, motorWork, kinematicWork, dissipated};
}
