// Poses: position and orientation of a mesh, in the forms that callers have them.
//
// Matrices are 4x4, columns first, as in three.js, WebGL and glMatrix. Quaternions are x, y, z, w here, as there; the C library
// has w first. A pose keeps its seven numbers as they are, so that a pose of a result has the same bits in the next query.

import {describe, isArray, isObject, readNumber, readNumbers, readVector} from './check.js';
import {heap} from './heap.js';
import {cdMotion, cdPose, cdVec3} from './layer.js';
import {inFrame, lib, make, put} from './library.js';

const UNIT_TOLERANCE = 1e-6; // of the squared length of a quaternion, as in the library
const RAW = Symbol('numbers'); // a pose of a result takes its numbers as they are

// Copies the seven numbers of a pose to an address.
export let copyPose;

export class Pose {
    #numbers; // x, y, z, then w, x, y, z

    constructor(position = [0, 0, 0], quaternion = [0, 0, 0, 1]) {
        if (quaternion === RAW) {
            this.#numbers = position;
            return;
        }
        const [x, y, z, w] = readQuaternion(quaternion, 'quaternion');
        this.#numbers = Float64Array.of(...readVector(position, 'position'), w, x, y, z);
    }

    // Returns the pose of a 4x4 matrix, columns first, that has neither scale nor shear.
    static fromMatrix(matrix) {
        return readMatrix(matrix, 'matrix');
    }

    get position() {
        return Array.from(this.#numbers.subarray(0, 3));
    }

    get quaternion() {
        const [w, x, y, z] = this.#numbers.subarray(3);
        return [x, y, z, w];
    }

    // Writes the matrix, columns first, to 16 items of an array from `offset` on. Returns the array.
    toMatrix(target = new Float64Array(16), offset = 0) {
        writeMatrix(this.#numbers, 0, target, offset);
        return target;
    }

    // Returns R(q) point + p: a point of the local frame in the world frame.
    transformPoint(point) {
        const m = this.toMatrix();
        const [x, y, z] = readVector(point, 'point');
        return [0, 1, 2].map((i) => m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12]);
    }

    equals(other) {
        return other instanceof Pose && this.#numbers.every((number, index) => number === other.#numbers[index]);
    }

    toJSON() {
        return {position: this.position, quaternion: this.quaternion};
    }

    static {
        copyPose = (pose, address) => heap.f64.set(pose.#numbers, address >> 3);
    }
}

// Returns the pose of a struct, bit for bit.
export function getPose({address}) {
    return new Pose(heap.f64.slice(address >> 3, (address >> 3) + 7), RAW);
}

const IDENTITY = new Pose();

// Writes the pose of an argument into a struct.
export function setPose(struct, value, name) {
    copyPose(readPose(value, name), struct.address);
}

// Returns a pose: a Pose, a matrix of 16 numbers, an object with `elements` (Matrix4) or with position and quaternion (Object3D);
// null or undefined: the identity.
export function readPose(value, name) {
    if (value instanceof Pose) return value;
    if (value === undefined || value === null) return IDENTITY;
    if (isArray(value)) return readMatrix(value, name);
    if (isObject(value) && isArray(value.elements)) return readMatrix(value.elements, name);
    if (isObject(value) && ('position' in value || 'quaternion' in value)) return readParts(value, name);
    throw new TypeError(`${name} must be a Pose, a 4x4 matrix, or an object with position and quaternion, not ${describe(value)}`);
}

function readParts({position, quaternion, scale}, name) {
    if (scale !== undefined && readVector(scale, `${name}.scale`).some((factor) => factor !== 1)) {
        throw new RangeError(`${name} has a scale; apply it to the positions of the mesh`);
    }
    try {
        return new Pose(position, quaternion);
    } catch (error) {
        throw new error.constructor(`${name}: ${error.message}`);
    }
}

function readQuaternion(value, name) {
    if (isObject(value) && 'x' in value && 'w' in value) value = [value.x, value.y, value.z, value.w];
    const numbers = readNumbers(value, name, 4);
    const lengthSq = numbers.reduce((sum, number) => sum + number * number, 0);
    if (!(Math.abs(lengthSq - 1) <= UNIT_TOLERANCE)) throw new RangeError(`${name} must be of unit length (x, y, z, w)`);
    return numbers;
}

function readMatrix(value, name) {
    const columns = readNumbers(isObject(value) && isArray(value.elements) ? value.elements : value, name, 16);
    return inFrame(() => {
        const pose = make(cdPose);
        const rows = put(Float64Array.from(columns, (_, index) => columns[(index >> 2) + 4 * (index & 3)]));
        if (lib.cdMakePoseFromMatrix(rows, pose.address)) return getPose(pose);
        throw new RangeError(`${name} must be a rigid matrix, columns first: no scale, shear or reflection, last row 0 0 0 1`);
    });
}

// Writes the matrix of the pose numbers[first], ..., columns first.
export function writeMatrix(numbers, first, target, offset) {
    const w = numbers[first + 3], x = numbers[first + 4], y = numbers[first + 5], z = numbers[first + 6];
    target[offset] = 1 - 2 * (y * y + z * z);
    target[offset + 1] = 2 * (x * y + w * z);
    target[offset + 2] = 2 * (x * z - w * y);
    target[offset + 3] = 0;
    target[offset + 4] = 2 * (x * y - w * z);
    target[offset + 5] = 1 - 2 * (x * x + z * z);
    target[offset + 6] = 2 * (y * z + w * x);
    target[offset + 7] = 0;
    target[offset + 8] = 2 * (x * z + w * y);
    target[offset + 9] = 2 * (y * z - w * x);
    target[offset + 10] = 1 - 2 * (x * x + y * y);
    target[offset + 11] = 0;
    for (let axis = 0; axis < 3; axis++) target[offset + 12 + axis] = numbers[first + axis];
    target[offset + 15] = 1;
}

// Returns the pose at a fraction of a step, from 0 to 1, on the screw that queries follow. reference: a point of the mesh, local
// frame; best its center, where the formulas lose no digits.
export function interpolate(start, target, time, reference = [0, 0, 0]) {
    if (readNumber(time, 'time') > 1) throw new RangeError(`time must be from 0 to 1, not ${time}`);
    return inFrame(() => {
        const from = make(cdPose), to = make(cdPose), point = make(cdVec3), motion = make(cdMotion), result = make(cdPose);
        setPose(from, start, 'start');
        setPose(to, target, 'target');
        setVector(point, reference, 'reference');
        lib.cdMakeMotion(motion.address, from.address, to.address, point.address);
        lib.cdGetPoseAt(result.address, motion.address, time);
        return getPose(result);
    });
}

// Writes three numbers of an argument into a struct.
export function setVector(struct, value, name) {
    const [x, y, z] = readVector(value, name), i = struct.address >> 3;
    heap.f64[i] = x;
    heap.f64[i + 1] = y;
    heap.f64[i + 2] = z;
}

// Returns the three numbers of a struct.
export function getVector({address}) {
    const i = address >> 3;
    return [heap.f64[i], heap.f64[i + 1], heap.f64[i + 2]];
}
