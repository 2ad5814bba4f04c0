// Joints between two bodies of a world, or between a body and the world.

import {getBodyId} from './bodies.js';
import {isArray, isObject, describe, readAnyNumber, readBoolean, readChoice, readNumber, readOptions} from './check.js';
import {
    CD_JOINT_BALL, CD_JOINT_DISTANCE, CD_JOINT_FIXED, CD_JOINT_HINGE, CD_JOINT_SLIDER, CD_MOTOR_POSITION, CD_MOTOR_SPEED,
    cdJointMotor, cdJointReaction, cdJointState,
} from './layer.js';
import {inFrame, lib, make} from './library.js';
import {getVector, setVector} from './pose.js';

const KINDS = {ball: CD_JOINT_BALL, hinge: CD_JOINT_HINGE, slider: CD_JOINT_SLIDER, fixed: CD_JOINT_FIXED, distance: CD_JOINT_DISTANCE};
const OPTIONS = {
    pointB: undefined, axis: undefined, axisB: undefined, turns: false, limits: null, motor: null, breakingForce: 0, breakingTorque: 0,
    passes: false,
};

// Fills the definition of a joint and returns it.
export function fillJoint(def, world, kind, a, b, point, options) {
    const values = readOptions(options, OPTIONS);
    def.kind = readChoice(kind, 'kind', KINDS);
    def.bodyA = getBodyId(a, world, 'a');
    def.bodyB = b === null ? -1n : getBodyId(b, world, 'b');
    setVector(def.point, point, 'point');
    for (const name of ['pointB', 'axis', 'axisB']) {
        if (values[name] !== undefined) setVector(def[name], values[name], name);
    }
    for (const name of ['turns', 'passes']) def[name] = readBoolean(values[name], name);
    for (const name of ['breakingForce', 'breakingTorque']) def[name] = readNumber(values[name], name);
    if (values.limits !== null) {
        [def.lower, def.upper] = readLimits(values.limits);
        def.limited = true;
    }
    if (values.motor !== null) fillMotor(def.motor, values.motor);
    return def;
}

function readLimits(value) {
    if (!isArray(value) || value.length !== 2) throw new TypeError('limits must be an array of the lower and the upper limit');
    const limits = Array.from(value, (item) => readNumber(item, 'a limit', -Infinity, true));
    if (!(limits[0] < limits[1])) throw new RangeError('the lower limit must be below the upper one');
    return limits;
}

// value: {speed, maxForce}, or {position, speed, maxForce} with the maximum speed.
function fillMotor(motor, value) {
    if (!isObject(value)) throw new TypeError(`motor must be an object with speed or position, and maxForce, not ${describe(value)}`);
    const {speed, position, maxForce} = readOptions(value, {speed: undefined, position: undefined, maxForce: 0});
    motor.kind = position === undefined ? CD_MOTOR_SPEED : CD_MOTOR_POSITION;
    motor.position = position === undefined ? 0 : readAnyNumber(position, 'position');
    motor.speed = speed === undefined ? (position === undefined ? 0 : Infinity) : readAnyNumber(speed, 'speed');
    motor.maxForce = readNumber(maxForce, 'maxForce');
}

// A joint of a world. World.addJoint makes it.
export class Joint {
    constructor(world, id) {
        this.world = world;
        this.id = id;
    }

    // True if the joint was not removed and did not break.
    get isPresent() {
        return Boolean(lib.cdIsJointValid(this.world.handle, this.id));
    }

    #check() {
        if (!this.isPresent) throw new RangeError(`joint ${this.id} is not in the world any more`);
        return this.id;
    }

    #read(get) {
        return inFrame(() => {
            const state = make(cdJointState);
            lib.cdGetJointState(state.address, this.world.handle, this.#check());
            return get(state);
        });
    }

    // Angle in radians or length, by the kind of the joint.
    get position() {
        return this.#read((state) => state.position);
    }

    // Rate of the position, per second.
    get speed() {
        return this.#read((state) => state.speed);
    }

    // Position error, length.
    get error() {
        return this.#read((state) => state.error);
    }

    // Force and torque on A, mean over the last step.
    get reaction() {
        return inFrame(() => {
            const found = make(cdJointReaction);
            lib.cdGetJointReaction(found.address, this.world.handle, this.#check());
            return {force: getVector(found.force), torque: getVector(found.torque), motor: found.motor};
        });
    }

    // Sets the motor of a hinge or a slider: {speed, maxForce} or {position, speed, maxForce}. maxForce 0: no motor.
    setMotor(motor) {
        inFrame(() => {
            const struct = make(cdJointMotor);
            fillMotor(struct, motor);
            lib.cdSetJointMotor(this.world.handle, this.#check(), struct.address);
        });
    }

    // Sets the limits of the position; both infinite: no limits, of a hinge or a slider.
    setLimits(lower, upper) {
        const limits = readLimits([lower, upper]);
        if (!lib.cdSetJointLimits(this.world.handle, this.#check(), ...limits)) throw new RangeError(`joint ${this.id} refuses these limits`);
    }

    remove() {
        lib.cdRemoveJoint(this.world.handle, this.#check());
    }
}
