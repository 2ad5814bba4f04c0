// Rigid bodies of a world.

import {describe, readAnyNumber, readBoolean, readChoice, readCount, readNumber, readOptions} from './check.js';
import {heap} from './heap.js';
import {
    CD_BODY_DRIVEN, CD_BODY_DYNAMIC, CD_BODY_FIXED, CD_BODY_KINEMATIC, CD_LOCK_BODY, CD_LOCK_WORLD, CD_MOVE_SLIDE, CD_MOVE_STOP,
    CD_MOVE_THROUGH, cdBodyMove, cdBodyState, cdHand, cdMoveOptions, cdPose, cdShapeDef, cdVec3,
} from './layer.js';
import {inFrame, lib, make, take} from './library.js';
import {readMesh} from './mesh.js';
import {getPose, getVector, setPose, setVector, writeMatrix} from './pose.js';
import {checkState, getFirstContact} from './results.js';

const KINDS = {fixed: CD_BODY_FIXED, dynamic: CD_BODY_DYNAMIC, kinematic: CD_BODY_KINEMATIC, driven: CD_BODY_DRIVEN};
const KIND_NAMES = Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [kind, name]));
const RESPONSES = {stop: CD_MOVE_STOP, slide: CD_MOVE_SLIDE, through: CD_MOVE_THROUGH};
const LOCK_FRAMES = {world: CD_LOCK_WORLD, body: CD_LOCK_BODY};

// Properties of a body: readers of their values. Vectors are written by fillBody.
const PROPERTIES = {
    density: readNumber,
    mass: readNumber,
    restitution: readNumber,
    friction: readNumber,
    linearDamping: readNumber,
    angularDamping: readNumber,
    gravityScale: readAnyNumber,
    maxSpeed: readNumber,
    maxSpin: readNumber,
    lockTranslation: readAxes,
    lockRotation: readAxes,
    lockFrame: (value, name) => readChoice(value, name, LOCK_FRAMES),
    category: readBits,
    mask: readBits,
    group: (value, name) => readCount(value, name, -(2 ** 31)),
    sensor: readBoolean,
};
const VECTORS = ['velocity', 'angularVelocity', 'force', 'torque'];
const NAMES = [...Object.keys(PROPERTIES), ...VECTORS];
const OPTIONS = {pose: null, kind: 'dynamic', ...Object.fromEntries(NAMES.map((name) => [name, undefined]))};

function readBits(value, name) {
    return readCount(value, name, 0, 2 ** 32 - 1);
}

// Returns the bits of axes such as 'xz'.
function readAxes(value, name) {
    if (typeof value !== 'string' || !/^[xyz]*$/.test(value)) throw new RangeError(`${name} must consist of the letters x, y and z`);
    return [...new Set(value)].reduce((bits, axis) => bits | (1 << 'xyz'.indexOf(axis)), 0);
}

// Fills the definition of a body and returns it.
export function fillBody(def, shapes, several, options) {
    const values = readOptions(options, OPTIONS);
    lib.cdDefaultBodyDef(def.address);
    def.kind = readChoice(values.kind, 'kind', KINDS);
    setPose(def.pose, values.pose, 'pose');
    for (const name of NAMES) {
        if (values[name] === undefined) continue;
        if (VECTORS.includes(name)) setVector(def[name], values[name], name);
        else def[name] = PROPERTIES[name](values[name], name);
    }
    if (several) fillShapes(def, shapes);
    else def.mesh = readMesh(shapes[0].mesh, 'mesh');
    return def;
}

function fillShapes(def, shapes) {
    def.shapes = take(cdShapeDef.size * shapes.length);
    def.shapeCount = shapes.length;
    shapes.forEach(({mesh, pose}, index) => {
        const shape = new cdShapeDef(def.shapes + cdShapeDef.size * index);
        shape.mesh = readMesh(mesh, `the mesh of shape ${index}`);
        setPose(shape.pose, pose, `the pose of shape ${index}`);
    });
}

// Returns the id of a body of this world.
export function getBodyId(body, world, name) {
    if (!(body instanceof Body)) throw new TypeError(`${name} must be a Body, not ${describe(body)}`);
    if (body.world !== world) throw new RangeError(`${name} is a body of another world`);
    if (!body.isPresent) throw new RangeError(`${name} is not in the world any more`);
    return body.id;
}

// A body of a world. World.addBody makes it.
export class Body {
    constructor(world, id) {
        this.world = world;
        this.id = id;
    }

    // Index of the body's slot: different for any two bodies that are present. For arrays of the caller.
    get index() {
        return Number(this.id & 0x7fffffffn);
    }

    // True if the body was neither removed nor has left the world.
    get isPresent() {
        return Boolean(lib.cdIsBodyValid(this.world.handle, this.id));
    }

    #read(get) {
        return inFrame(() => {
            const state = make(cdBodyState);
            lib.cdGetBodyState(state.address, this.world.handle, this.id);
            if (!state.present && !state.leftWorld) throw new RangeError(`body ${this.id} is not in the world any more`);
            return get(state);
        });
    }

    #change(run) {
        inFrame(() => run(this.world.handle, getBodyId(this, this.world, 'the body')));
    }

    get pose() {
        return this.#read((state) => getPose(state.pose));
    }

    // Teleports the body, without a test for overlap.
    set pose(value) {
        this.#change((world, id) => {
            const pose = make(cdPose);
            setPose(pose, value, 'pose');
            lib.cdSetBodyPose(world, id, pose.address);
        });
    }

    // Writes the matrix of the pose, columns first, to 16 items of an array from `offset` on. Returns the array.
    toMatrix(target = new Float64Array(16), offset = 0) {
        this.#read((state) => writeMatrix(heap.f64, state.pose.address >> 3, target, offset));
        return target;
    }

    get velocity() {
        return this.#read((state) => getVector(state.velocity));
    }

    get angularVelocity() {
        return this.#read((state) => getVector(state.angularVelocity));
    }

    get mass() {
        return this.#read((state) => state.mass);
    }

    get kind() {
        return this.#read((state) => KIND_NAMES[state.kind]);
    }

    get isAsleep() {
        return this.#read((state) => state.asleep);
    }

    get isBlocked() {
        return this.#read((state) => state.blocked);
    }

    // Sets the velocity of the centroid and the spin. Wakes the body.
    setVelocity(velocity, angularVelocity = [0, 0, 0]) {
        this.#change((world, id) => {
            const linear = make(cdVec3), angular = make(cdVec3);
            setVector(linear, velocity, 'velocity');
            setVector(angular, angularVelocity, 'angularVelocity');
            lib.cdSetBodyVelocity(world, id, linear.address, angular.address);
        });
    }

    // Applies a force at a point, world frame, during the next step.
    applyForce(point, force) {
        this.#apply(lib.cdApplyForce, point, force, 'force');
    }

    // Applies an impulse at a point, world frame, at once.
    applyImpulse(point, impulse) {
        this.#apply(lib.cdApplyImpulse, point, impulse, 'impulse');
    }

    #apply(apply, point, value, name) {
        this.#change((world, id) => {
            const place = make(cdVec3), vector = make(cdVec3);
            setVector(place, point, 'point');
            setVector(vector, value, name);
            apply(world, id, place.address, vector.address);
        });
    }

    // Gives a kinematic body a target for the next step, in which it pushes others.
    moveTo(target) {
        this.#change((world, id) => {
            const pose = make(cdPose);
            setPose(pose, target, 'target');
            if (!lib.cdMoveKinematic(world, id, pose.address)) throw new RangeError(`body ${id} is not kinematic`);
        });
    }

    // Moves a driven body between two steps, as far as the others allow. response: 'stop', 'slide' or 'through'.
    // yields: true if dynamic bodies yield in the next step.
    move(target, response = 'slide', options = {}) {
        const {yields} = readOptions(options, {yields: false});
        return inFrame(() => {
            const pose = make(cdPose), found = make(cdBodyMove), chosen = make(cdMoveOptions);
            setPose(pose, target, 'target');
            chosen.yields = readBoolean(yields, 'yields');
            const id = getBodyId(this, this.world, 'the body');
            lib.cdMoveBody(found.address, this.world.handle, id, pose.address, readChoice(response, 'response', RESPONSES), chosen.address);
            checkState(found.contact.state, found.contact.reason);
            const {reached, body, legCount} = found;
            return {contact: getFirstContact(found.contact), pose: getPose(found.pose), reached, body, yields: found.yields, legs: legCount};
        });
    }

    // Pulls a point of the body, in its frame, to a target, as a damped spring. maxForce 0: 20 times the weight.
    hold(grab, target, options) {
        const {frequency, maxForce} = readOptions(options, {frequency: 0, maxForce: 0});
        this.#change((world, id) => {
            const hand = make(cdHand);
            setVector(hand.grab, grab, 'grab');
            setVector(hand.target, target, 'target');
            hand.frequency = readNumber(frequency, 'frequency');
            hand.maxForce = readNumber(maxForce, 'maxForce');
            lib.cdHoldBody(world, id, hand.address);
        });
    }

    // Ends hold().
    release() {
        this.#change((world, id) => lib.cdReleaseBody(world, id));
    }

    // Removes the body with its joints.
    remove() {
        this.#change((world, id) => lib.cdRemoveBody(world, id));
    }
}
