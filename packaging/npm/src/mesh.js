// Meshes: sets of triangles, prepared once for queries.

import {describe, isArray, isObject, readNumber, readOptions, readVector} from './check.js';
import {heap, readText} from './heap.js';
import {
    CD_BUILD_OK, CD_BUILD_OUT_OF_MEMORY, CD_DEFECT_KIND_COUNT, CD_INDICES_INT32, CD_INDICES_UINT16, CD_PART_FEATURES,
    CD_PART_SOLID, CD_POINTS_DOUBLE, CD_POINTS_FLOAT, cdMeshDef, cdMeshInfo, cdMeshReport, cdVec3,
} from './layer.js';
import {inFrame, lib, make, put, take} from './library.js';
import {getVector, setVector} from './pose.js';
import {close, getHandle, own} from './resources.js';

const COUNT_MAX = 2 ** 29; // points or triangles
const BAD_INDEX = 'triangle with an index out of range'; // as the library says it
const OPTIONS = {weldDistance: 0, allowance: 0, leafRadius: 0, roundingRadius: 0, tolerance: 0};

// A mesh or a part of it cannot be built. reason: the library's name; index: of the point or the triangle, -1: neither.
export class MeshError extends Error {
    constructor(message, reason = '', index = -1) {
        super(message);
        this.name = 'MeshError';
        this.reason = reason;
        this.index = index;
    }
}

// Returns the resource of a mesh.
export let getMeshResource;

export class Mesh {
    #resource;
    #source; // arrays and options; null: a sphere or a capsule
    #insets = new Map(); // meshes by their allowance
    #defects;

    constructor(handle, report, source, token) {
        if (token !== MADE) throw new TypeError('use Mesh.fromArrays, Mesh.fromGeometry, Mesh.sphere or Mesh.capsule');
        this.#resource = own(this, handle, 'cdDestroyMesh');
        this.#source = source;
        this.#defects = countDefects(report);
    }

    static {
        getMeshResource = (mesh) => mesh.#resource;
    }

    // positions: x, y, z of each point. indices: three of each triangle, counter-clockwise from outside; null: three points
    // after each other form a triangle.
    static fromArrays(positions, indices, options) {
        const points = readPositions(positions);
        return build({points, stride: 3, first: 0, count: points.length / 3, ...readIndices(indices, points.length / 3)}, readLengths(options));
    }

    // geometry: a BufferGeometry of three.js, or an object with attributes.position and index like it.
    static fromGeometry(geometry, options) {
        const position = geometry?.attributes?.position;
        if (!position) throw new TypeError('geometry must have attributes.position, as a BufferGeometry of three.js');
        const source = readAttribute(position);
        return build({...source, ...readIndices(geometry.index?.array ?? null, source.count)}, readLengths(options));
    }

    // Returns an exact sphere. center: local frame.
    static sphere(center, radius) {
        return createRound('cdCreateSphere', [readVector(center, 'center')], radius);
    }

    // Returns an exact capsule: all points within the radius of a segment. start, end: local frame.
    static capsule(start, end, radius) {
        return createRound('cdCreateCapsule', [readVector(start, 'start'), readVector(end, 'end')], radius);
    }

    #read(get) {
        return inFrame(() => {
            const info = make(cdMeshInfo);
            lib.cdGetMeshInfo(info.address, getHandle(this.#resource, 'the mesh'));
            return get(info);
        });
    }

    get vertexCount() {
        return this.#read((info) => info.vertexCount);
    }

    get triangleCount() {
        return this.#read((info) => info.triangleCount);
    }

    // Vertices after welding, x, y, z of each, local frame. A copy.
    get positions() {
        return this.#read((info) => {
            const center = getVector(info.center);
            return heap.f64.slice(info.vertices >> 3, (info.vertices >> 3) + 3 * info.vertexCount).map((x, i) => x + center[i % 3]);
        });
    }

    // Triangles after removal of duplicates, indices into `positions`. A copy.
    get indices() {
        return this.#read((info) => heap.u32.slice(info.triangles >> 2, (info.triangles >> 2) + 3 * info.triangleCount));
    }

    // Index, as given, of each triangle in `indices`. A copy.
    get faceIds() {
        return this.#read((info) => heap.i32.slice(info.faceIds >> 2, (info.faceIds >> 2) + info.triangleCount));
    }

    get bounds() {
        return this.#read(({bounds}) => ({lower: getVector(bounds.lower), upper: getVector(bounds.upper)}));
    }

    get center() {
        return this.#read((info) => getVector(info.center));
    }

    get radius() {
        return this.#read((info) => info.radius);
    }

    get area() {
        return this.#read((info) => info.area);
    }

    get volume() {
        return this.#read((info) => info.volume);
    }

    get isClosed() {
        return this.#read((info) => info.closed);
    }

    get roundingRadius() {
        return this.#read((info) => info.roundingRadius);
    }

    // True if the mesh encloses a solid. The first call builds it.
    get isSolid() {
        try {
            buildParts(this, CD_PART_SOLID);
            return true;
        } catch (error) {
            if (error instanceof MeshError) return false;
            throw error;
        }
    }

    // Numbers of defects by name, such as 'open edge'.
    get defects() {
        return {...this.#defects};
    }

    // Returns this mesh with another allowance, length. The mesh keeps it for later calls.
    withAllowance(allowance) {
        readNumber(allowance, 'allowance');
        getHandle(this.#resource, 'the mesh');
        if (this.#source === null) throw new RangeError('a sphere or a capsule has no allowance; choose a smaller radius');
        if (!this.#insets.has(allowance)) {
            this.#insets.set(allowance, build(this.#source.arrays, {...this.#source.options, allowance}));
        }
        return this.#insets.get(allowance);
    }

    // Frees the mesh, once no world or snapshot uses it.
    dispose() {
        for (const inset of this.#insets.values()) inset.dispose();
        this.#insets.clear();
        close(this.#resource);
    }
}

const MADE = Symbol('made');

function readLengths(options) {
    const values = readOptions(options, OPTIONS);
    for (const [name, value] of Object.entries(values)) readNumber(value, name);
    return values;
}

// Returns positions as an array of floats or doubles; a copy.
function readPositions(value) {
    if (!isArray(value)) throw new TypeError(`positions must be an array of numbers, not ${describe(value)}`);
    if (value.length % 3 !== 0) throw new RangeError(`positions must have three numbers for each point; ${value.length} is not a multiple of 3`);
    if (value.length === 0) throw new RangeError('positions is empty');
    if (value.length / 3 > COUNT_MAX) throw new RangeError('positions has more than 2^29 points');
    return value instanceof Float32Array ? value.slice() : toDoubles(value);
}

function toDoubles(value) {
    const wrong = ArrayBuffer.isView(value) ? -1 : value.findIndex((item) => typeof item !== 'number');
    if (wrong >= 0) throw new TypeError(`positions[${wrong}] must be a number, not ${describe(value[wrong])}`);
    return Float64Array.from(value);
}

// Returns the indices of triangles as 16-bit or 32-bit numbers; a copy.
function readIndices(value, pointCount) {
    if (value === null || value === undefined) return {indices: countUp(pointCount)};
    if (!isArray(value)) throw new TypeError(`indices must be an array of whole numbers, not ${describe(value)}`);
    if (value.length % 3 !== 0) throw new RangeError(`indices must have three numbers for each triangle; ${value.length} is not a multiple of 3`);
    if (value.length === 0) throw new RangeError('indices is empty');
    if (value.length / 3 > COUNT_MAX) throw new RangeError('indices has more than 2^29 triangles');
    if (value instanceof Uint16Array || value instanceof Uint32Array) return {indices: value.slice()};
    const wrong = value.findIndex((item) => !Number.isInteger(item) || item < 0 || item >= 2 ** 31);
    if (wrong >= 0) throw new MeshError(`triangle ${Math.floor(wrong / 3)}: ${BAD_INDEX}`, BAD_INDEX, Math.floor(wrong / 3));
    return {indices: Uint32Array.from(value)};
}

function countUp(count) {
    if (count % 3 !== 0) throw new RangeError(`without indices the number of points must be a multiple of 3, not ${count}`);
    return Uint32Array.from({length: count}, (_, index) => index);
}

// Returns the points of an attribute of three.js, also of one that is part of an interleaved buffer.
function readAttribute(position) {
    if (position.itemSize !== undefined && position.itemSize !== 3) throw new RangeError(`attributes.position has items of ${position.itemSize} numbers, not 3`);
    if (position.normalized) throw new RangeError('attributes.position is normalized; convert it to floats');
    if (!isObject(position.data)) {
        const points = readPositions(position.array);
        return {points, stride: 3, first: 0, count: points.length / 3};
    }
    const {array, stride} = position.data;
    const points = array instanceof Float32Array ? array.slice() : Float64Array.from(array);
    const count = position.count ?? Math.floor((points.length - position.offset) / stride);
    if (!(count > 0) || position.offset + stride * (count - 1) + 3 > points.length) throw new RangeError('attributes.position is empty, or longer than its buffer');
    return {points, stride, first: position.offset, count};
}

// Builds a mesh from checked arrays.
function build(arrays, options) {
    return inFrame(() => {
        const def = make(cdMeshDef), report = make(cdMeshReport);
        lib.cdDefaultMeshDef(def.address);
        fillArrays(def, arrays);
        def.weldDistance = options.weldDistance;
        def.allowance = options.allowance;
        def.leafRadius = options.leafRadius;
        def.roundingRadius = options.roundingRadius;
        def.tolerance = options.tolerance;
        return receive(lib.cdCreateMesh(def.address, report.address), report, {arrays, options});
    });
}

function fillArrays(def, {points, stride, first, count, indices}) {
    const size = points.BYTES_PER_ELEMENT;
    def.points = put(points) + first * size;
    def.pointFormat = size === 4 ? CD_POINTS_FLOAT : CD_POINTS_DOUBLE;
    def.pointStride = stride * size;
    def.pointCount = count;
    def.triangles = put(indices);
    def.indexFormat = indices.BYTES_PER_ELEMENT === 2 ? CD_INDICES_UINT16 : CD_INDICES_INT32;
    def.triangleCount = indices.length / 3;
}

function createRound(create, points, radius) {
    readNumber(radius, 'radius');
    return inFrame(() => {
        const ends = take(cdVec3.size * points.length), report = make(cdMeshReport);
        points.forEach((point, index) => setVector(new cdVec3(ends + cdVec3.size * index), point, 'point'));
        return receive(lib[create](ends, radius, report.address), report, null);
    });
}

// Returns the mesh of a new handle, and frees the report.
function receive(handle, report, source) {
    try {
        if (handle === 0) throw describeReport(report);
        return new Mesh(handle, report, source, MADE);
    } finally {
        lib.cdDestroyMeshReport(report.address);
    }
}

function describeReport({error, errorPoint, errorTriangle, byteCount}) {
    if (error === CD_BUILD_OUT_OF_MEMORY) return new RangeError(`no memory for ${byteCount} bytes of a mesh`);
    const reason = readText(lib.cdGetBuildErrorName(error));
    if (errorPoint >= 0) return new MeshError(`point ${errorPoint}: ${reason}`, reason, errorPoint);
    if (errorTriangle >= 0) return new MeshError(`triangle ${errorTriangle}: ${reason}`, reason, errorTriangle);
    return new MeshError(`the mesh cannot be built: ${reason}`, reason);
}

function countDefects(report) {
    const counts = Array.from({length: CD_DEFECT_KIND_COUNT}, (_, kind) => [kind, report.countOfKind(kind)]);
    return Object.fromEntries(counts.filter(([, count]) => count > 0).map(([kind, count]) => [readText(lib.cdGetDefectName(kind)), count]));
}

// Returns the handle of a mesh.
export function readMesh(value, name) {
    if (!(value instanceof Mesh)) throw new TypeError(`${name} must be a Mesh, not ${describe(value)}`);
    return getHandle(getMeshResource(value), name);
}

// Builds the parts of a mesh that it lacks, as bits. Errors: MeshError.
export function buildParts(mesh, parts) {
    inFrame(() => {
        const info = make(cdMeshInfo), report = make(cdMeshReport);
        const handle = readMesh(mesh, 'mesh');
        lib.cdGetMeshInfo(info.address, handle);
        if ((info.parts & parts) === parts) return;
        try {
            if (!lib.cdBuildMeshParts(handle, parts, report.address)) throw describeParts(report.solid.error);
        } finally {
            lib.cdDestroyMeshReport(report.address);
        }
    });
}

function describeParts(error) {
    if (error === CD_BUILD_OK || error === CD_BUILD_OUT_OF_MEMORY) {
        return new MeshError('the mesh cannot have this part: it is rounded, or there is no memory', 'no part');
    }
    const reason = readText(lib.cdGetBuildErrorName(error));
    return new MeshError(`the mesh encloses no solid: ${reason}`, reason);
}

// Builds the features that slides and worlds need, unless the mesh is rounded.
export function prepare(mesh) {
    if (mesh.roundingRadius === 0) buildParts(mesh, CD_PART_FEATURES);
}
