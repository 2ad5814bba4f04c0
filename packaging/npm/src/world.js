// Worlds of rigid bodies that bounce, rest and slide, and do not come to overlap.
//
// Units: lengths in the mesh's unit, seconds, radians, and a unit of mass of the caller's choice. Frame: world.

import {Body, fillBody, getBodyId} from './bodies.js';
import {describe, isArray, readCount, readNumber, readOptions, readTests} from './check.js';
import {heap, readText} from './heap.js';
import {Joint, fillJoint} from './joints.js';
import {
    CD_RESTORED, cdBodyDef, cdBodyState, cdBudget, cdContactEvent, cdJointDef, cdPose, cdVec3, cdWorldContact, cdWorldDef,
    cdWorldEnergy, cdWorldStep,
} from './layer.js';
import {inFrame, lib, make, put, setPairCallback, take} from './library.js';
import {getMeshResource, prepare, readMesh} from './mesh.js';
import {getVector, setPose, setVector, writeMatrix} from './pose.js';
import {close, getHandle, hold, own} from './resources.js';
import {getItems} from './results.js';
import {castWorldRay, findWorldFirstContact, findWorldOverlaps} from './world_queries.js';
import {getContact, getEnergy, getEvent, getStep} from './world_results.js';

const OPTIONS = {gravity: [0, -9.81, 0], margin: 0, safetyDistance: 0, restitutionThreshold: 0, maxStops: 0, bounds: null};

// The state of a world. Valid for any world of this page or process.
class Snapshot {
    constructor(bytes, meshes) {
        this.bytes = bytes;
        const resource = own(this, 0, '');
        for (const mesh of meshes) hold(resource, mesh);
        meshesOf.set(this, resource);
    }
}

const meshesOf = new WeakMap(); // of snapshots: the resource that keeps their meshes

export class World {
    #resource;
    #bodies = new Map(); // Body by id

    constructor(options) {
        const values = readOptions(options, OPTIONS);
        const handle = inFrame(() => {
            const def = make(cdWorldDef);
            lib.cdDefaultWorldDef(def.address);
            setVector(def.gravity, values.gravity, 'gravity');
            def.margin = readNumber(values.margin, 'margin');
            def.safetyDistance = readNumber(values.safetyDistance, 'safetyDistance');
            def.restitutionThreshold = readNumber(values.restitutionThreshold, 'restitutionThreshold');
            def.maxStops = readCount(values.maxStops, 'maxStops');
            if (values.bounds !== null) fillBounds(def.bounds, values.bounds);
            return lib.cdCreateWorld(def.address);
        });
        if (handle === 0) throw new RangeError('the world cannot be created: invalid bounds, or no memory');
        this.#resource = own(this, handle, 'cdDestroyWorld');
    }

    // Address of the world.
    get handle() {
        return getHandle(this.#resource, 'the world');
    }

    // mesh: a Mesh, or an array of shapes {mesh, pose} in the body's frame. options: pose, kind and the properties of the body.
    addBody(mesh, options) {
        const shapes = isArray(mesh) ? mesh : [{mesh, pose: null}];
        shapes.forEach((shape, index) => readMesh(shape?.mesh, isArray(mesh) ? `the mesh of shape ${index}` : 'mesh'));
        for (const shape of shapes) {
            prepare(shape.mesh);
            hold(this.#resource, getMeshResource(shape.mesh));
        }
        const id = inFrame(() => lib.cdAddBody(this.handle, fillBody(make(cdBodyDef), shapes, isArray(mesh), options).address));
        if (id === -2n) throw new RangeError('no memory for a body');
        if (id < 0n) throw new RangeError('the world refuses the body: a dynamic body without mass, or a property out of range');
        return this.getBody(id);
    }

    // kind: 'ball', 'hinge', 'slider', 'fixed' or 'distance'. b: a Body, or null for the world. point: world frame.
    addJoint(kind, a, b, point, options) {
        const id = inFrame(() => lib.cdAddJoint(this.handle, fillJoint(make(cdJointDef), this, kind, a, b, point, options).address));
        if (id < 0n) throw new RangeError('the world refuses the joint: A is not dynamic, an axis of length 0, or invalid limits');
        return new Joint(this, id);
    }

    // Returns the Body with an id, such as that of a contact; the same object each time.
    getBody(id) {
        if (typeof id !== 'bigint') throw new TypeError(`id must be a bigint, not ${describe(id)}`);
        if (id < 0n || !lib.cdIsBodyValid(this.handle, id)) throw new RangeError(`body ${id} is not in the world`);
        if (!this.#bodies.has(id)) this.#bodies.set(id, new Body(this, id));
        return this.#bodies.get(id);
    }

    // All bodies that are present, in the order of their slots.
    get bodies() {
        const ids = inFrame(() => {
            const count = lib.cdGetBodies(this.handle, 0, 0), first = take(8 * count);
            lib.cdGetBodies(this.handle, first, count);
            return Array.from(heap.i64.subarray(first >> 3, (first >> 3) + count));
        });
        const bodies = ids.map((id) => this.getBody(id));
        if (this.#bodies.size > 2 * bodies.length) this.#bodies = new Map(bodies.map((body) => [body.id, body]));
        return bodies;
    }

    // Advances the world by `dt` seconds, above 0.
    step(dt) {
        if (readNumber(dt, 'dt') === 0) throw new RangeError('dt must be above 0');
        return inFrame(() => {
            const found = make(cdWorldStep);
            lib.cdStepWorld(found.address, this.handle, dt);
            return getStep(found);
        });
    }

    set gravity(value) {
        inFrame(() => {
            const gravity = make(cdVec3);
            setVector(gravity, value, 'gravity');
            lib.cdSetGravity(this.handle, gravity.address);
        });
    }

    // Limits the work of each later step; 0: no limit. A step that reaches it ends early, 'undecided', 'budget'.
    setBudget(maxTests) {
        inFrame(() => {
            const budget = make(cdBudget);
            budget.maxPairTests = readTests(maxTests);
            lib.cdSetWorldBudget(this.handle, budget.address);
        });
    }

    // shouldCollide: function of two ids that decides whether two bodies collide; null: all do. It may not call the world.
    setPairCallback(shouldCollide) {
        if (shouldCollide !== null && typeof shouldCollide !== 'function') throw new TypeError('shouldCollide must be a function of two ids, or null');
        setPairCallback(this.handle, shouldCollide);
    }

    // Writes the matrices of bodies, columns first, 16 numbers each, and returns the array.
    getMatrices(bodies = this.bodies, target = new Float32Array(16 * bodies.length)) {
        if (target.length < 16 * bodies.length) throw new RangeError(`target must have room for ${16 * bodies.length} numbers, not ${target.length}`);
        inFrame(() => {
            const state = make(cdBodyState), {pose} = state;
            bodies.forEach((body, index) => {
                lib.cdGetBodyState(state.address, this.handle, getBodyId(body, this, `bodies[${index}]`));
                writeMatrix(heap.f64, pose.address >> 3, target, 16 * index);
            });
        });
        return target;
    }

    // Teleports bodies to the poses of matrices, columns first, 16 numbers each, without a test for overlap.
    setMatrices(bodies, matrices) {
        if (!isArray(matrices) || matrices.length !== 16 * bodies.length) throw new RangeError(`matrices must have 16 numbers for each of ${bodies.length} bodies`);
        inFrame(() => {
            const poses = take(cdPose.size * bodies.length);
            const places = bodies.map((body, index) => {
                const pose = new cdPose(poses + cdPose.size * index);
                setPose(pose, matrices.slice(16 * index, 16 * index + 16), `matrix ${index}`);
                return [getBodyId(body, this, `bodies[${index}]`), pose.address];
            });
            for (const [id, pose] of places) lib.cdSetBodyPose(this.handle, id, pose);
        });
    }

    #list(Struct, get, read) {
        return inFrame(() => {
            const count = take(4), first = lib[get](this.handle, count);
            return getItems(Struct, first, heap.i32[count >> 2], read);
        });
    }

    // Contact points at the end of the last step.
    get contacts() {
        return this.#list(cdWorldContact, 'cdGetWorldContacts', getContact);
    }

    // Events of the last step in order of time.
    get events() {
        return this.#list(cdContactEvent, 'cdGetContactEvents', getEvent);
    }

    // Energy and momentum of all dynamic bodies.
    get energy() {
        return inFrame(() => {
            const found = make(cdWorldEnergy);
            lib.cdGetWorldEnergy(found.address, this.handle);
            return getEnergy(found);
        });
    }

    // Returns the whole state: a world that is restored continues with the same bits.
    save() {
        return inFrame(() => {
            const size = lib.cdSaveWorld(this.handle, 0, 0), first = take(size);
            lib.cdSaveWorld(this.handle, first, size);
            return new Snapshot(heap.u8.slice(first, first + size), this.#resource.parts);
        });
    }

    // Restores a state of this world or another one. Errors: RangeError with the reason; nothing changes.
    restore(snapshot) {
        if (!(snapshot instanceof Snapshot)) throw new TypeError('restore takes a snapshot, the result of save()');
        const meshes = [...meshesOf.get(snapshot).parts];
        const result = inFrame(() => {
            const bytes = put(snapshot.bytes), handles = put(Uint32Array.from(meshes, (mesh) => mesh.handle));
            return lib.cdRestoreWorld(this.handle, bytes, snapshot.bytes.length, handles, meshes.length);
        });
        if (result !== CD_RESTORED) throw new RangeError(`the snapshot cannot be restored: ${readText(lib.cdGetRestoreResultName(result))}`);
        for (const mesh of meshes) hold(this.#resource, mesh);
    }

    // Finds the nearest hit of a ray with any body; null: no hit.
    castRay(origin, direction, options) {
        return castWorldRay(this, origin, direction, options);
    }

    // Finds the first contact of a moving mesh with any body; the bodies do not move meanwhile.
    findFirstContact(mesh, start, target, options) {
        return findWorldFirstContact(this, mesh, start, target, options);
    }

    // Returns all bodies that overlap a mesh at a pose.
    findOverlaps(mesh, pose, options) {
        return findWorldOverlaps(this, mesh, pose, options);
    }

    // Frees the world. Its meshes stay.
    dispose() {
        close(this.#resource);
    }
}

// bounds: {lower, upper}, of which any number may be infinite.
function fillBounds(box, {lower, upper}) {
    for (const [corner, struct, name] of [[lower, box.lower, 'lower'], [upper, box.upper, 'upper']]) {
        if (!isArray(corner) || corner.length !== 3) throw new TypeError(`bounds.${name} must be an array of 3 numbers`);
        heap.f64.set(Array.from(corner, (item) => readNumber(item, `bounds.${name}`, -Infinity, true)), struct.address >> 3);
    }
    if (![0, 1, 2].every((axis) => lower[axis] < upper[axis])) throw new RangeError('bounds must have a lower corner below the upper one');
}
