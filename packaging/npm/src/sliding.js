// Slides: a motion that continues along obstacles after its first contact.

import {readCount, readNumber, readOptions, readTests} from './check.js';
import {cdObstacle, cdPose, cdSlide, cdSlideConstraint, cdSlideInput} from './layer.js';
import {getWorkspace, inFrame, lib, make, take} from './library.js';
import {prepare, readMesh} from './mesh.js';
import {getPose, getVector, setPose} from './pose.js';
import {checkState, getFirstContact, getItems} from './results.js';

const OPTIONS = {at: null, safetyDistance: 0, allowance: 0, margin: 0, maxLegs: 0, maxTests: 0};
const ROOM_FIRST = 64; // constraints and poses for which a slide has room at first

// Moves A towards a target and slides it along B, a mesh or an array of obstacles. No pose of the path overlaps.
// at: pose of B, or an array with one pose for each obstacle.
export function slide(a, b, start, target, options) {
    const values = readOptions(options, OPTIONS);
    readNumber(values.allowance, 'allowance');
    readMesh(a, 'a');
    const mesh = values.allowance > 0 ? a.withAllowance(values.allowance) : a;
    const obstacles = Array.isArray(b) ? b : [b];
    const poses = Array.isArray(b) ? readPlaces(values.at, b.length) : [values.at];
    obstacles.forEach((obstacle, index) => readMesh(obstacle, Array.isArray(b) ? `b[${index}]` : 'b'));
    for (const part of [mesh, ...obstacles]) prepare(part);
    return inFrame(() => {
        const input = make(cdSlideInput), found = make(cdSlide), {step} = input;
        step.mesh = readMesh(mesh, 'a');
        setPose(step.start, start, 'start');
        setPose(step.target, target, 'target');
        fillObstacles(step, obstacles, poses);
        step.safetyDistance = readNumber(values.safetyDistance, 'safetyDistance');
        step.margin = readNumber(values.margin, 'margin');
        step.budget.maxPairTests = readTests(values.maxTests);
        input.maxLegs = readCount(values.maxLegs, 'maxLegs');
        return find(input, found);
    });
}

function readPlaces(at, count) {
    if (at === null) return Array(count).fill(null);
    if (!Array.isArray(at) || at.length !== count) throw new RangeError(`at must be an array of ${count} poses, one for each obstacle`);
    return at;
}

// Writes obstacles at their poses into the struct of a step.
export function fillObstacles(step, meshes, poses) {
    step.obstacles = take(meshes.length * cdObstacle.size);
    step.obstacleCount = meshes.length;
    meshes.forEach((mesh, index) => {
        const obstacle = new cdObstacle(step.obstacles + index * cdObstacle.size);
        obstacle.mesh = readMesh(mesh, `b[${index}]`);
        setPose(obstacle.pose, poses[index], meshes.length > 1 ? `at[${index}]` : 'at');
    });
}

// Makes the query, again with more room for the path or the constraints if necessary.
function find(input, found) {
    let constraints = ROOM_FIRST, poses = ROOM_FIRST;
    for (;;) {
        input.constraints = take(constraints * cdSlideConstraint.size);
        input.constraintCapacity = constraints;
        input.poses = take(poses * cdPose.size);
        input.poseCapacity = poses;
        lib.cdFindSlide(found.address, input.address, 0, getWorkspace(), 0);
        checkState(found.contact.state, found.contact.reason);
        if (found.neededConstraints <= constraints && found.neededPoses <= poses) return getSlide(found, input);
        constraints = Math.max(constraints, found.neededConstraints);
        poses = Math.max(poses, found.neededPoses);
    }
}

function getSlide(found, {constraints, poses}) {
    return {
        contact: getFirstContact(found.contact),
        pose: getPose(found.contact.resolvedPose),
        reached: found.reached,
        exhausted: found.exhausted,
        legs: found.legCount,
        path: getItems(cdPose, poses, found.poseCount, getPose),
        constraints: getItems(cdSlideConstraint, constraints, found.constraintCount, getConstraint),
    };
}

function getConstraint({point, normal, push, obstacle}) {
    return {point: getVector(point), normal: getVector(normal), push, obstacle};
}
