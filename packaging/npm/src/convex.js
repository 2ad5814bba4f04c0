// Convex hulls, and vectors that separate them.

import {describe, isArray} from './check.js';
import {heap, readText} from './heap.js';
import {cdConvexDef, cdConvexInfo, cdConvexReport, cdSeparation, cdSeparationInput, cdVec3} from './layer.js';
import {inFrame, lib, make, put} from './library.js';
import {Mesh, MeshError} from './mesh.js';
import {getVector, setPose} from './pose.js';
import {close, getHandle, own} from './resources.js';
import {checkState, getReason, getState} from './results.js';

// Returns the address of a hull.
let readHull;

export class ConvexHull {
    #resource;
    #points;

    // points: x, y, z of each; they may be flat or a single point. Exact for the points as given.
    constructor(points) {
        if (!isArray(points)) throw new TypeError(`points must be an array of numbers, not ${describe(points)}`);
        if (points.length === 0 || points.length % 3 !== 0) throw new RangeError(`points must have three numbers for each point, not ${points.length} in all`);
        this.#points = Float64Array.from(points);
        this.#resource = own(this, createHull(this.#points), 'cdDestroyConvex');
    }

    static {
        readHull = (value, name) => {
            if (!(value instanceof ConvexHull)) throw new TypeError(`${name} must be a ConvexHull, not ${describe(value)}`);
            return getHandle(value.#resource, name);
        };
    }

    #read(get) {
        return inFrame(() => {
            const info = make(cdConvexInfo);
            lib.cdGetConvexInfo(info.address, readHull(this, 'the hull'));
            return get(info);
        });
    }

    // Index of the point of each vertex. A copy.
    get vertexIds() {
        return this.#read((info) => heap.u32.slice(info.vertexIds >> 2, (info.vertexIds >> 2) + info.vertexCount));
    }

    // Vertices, x, y, z of each: points as given. A copy.
    get positions() {
        const ids = this.vertexIds;
        return Float64Array.from({length: 3 * ids.length}, (_, index) => this.#points[3 * ids[Math.floor(index / 3)] + (index % 3)]);
    }

    // Triangles, indices into `positions`, counter-clockwise from outside. A copy.
    get indices() {
        return this.#read((info) => heap.u32.slice(info.triangles >> 2, (info.triangles >> 2) + 3 * info.triangleCount));
    }

    // 3; 2: flat; 1: a segment; 0: a point.
    get dimension() {
        return this.#read((info) => info.dimension);
    }

    dispose() {
        close(this.#resource);
    }
}

function createHull(points) {
    return inFrame(() => {
        const def = make(cdConvexDef), report = make(cdConvexReport);
        def.points = put(points);
        def.pointCount = points.byteLength / cdVec3.size;
        const handle = lib.cdCreateConvex(def.address, report.address);
        if (handle !== 0) return handle;
        const reason = readText(lib.cdGetBuildErrorName(report.error));
        throw new MeshError(`the hull cannot be built: ${reason}`, reason, report.errorPoint);
    });
}

// Returns the convex hull of points, x, y, z of each, or of a mesh.
export function convexHull(points) {
    return new ConvexHull(points instanceof Mesh ? points.positions : points);
}

// Finds a vector that separates the hull A at `pose` from B at `at`, or proves that they touch or overlap.
export function separatingVector(a, b, pose, at) {
    return inFrame(() => {
        const input = make(cdSeparationInput), found = make(cdSeparation);
        input.convexA = readHull(a, 'a');
        input.convexB = readHull(b, 'b');
        setPose(input.poseA, pose, 'pose');
        setPose(input.poseB, at, 'at');
        lib.cdFindSeparatingVector(found.address, input.address, 0, 0);
        checkState(found.state, found.reason);
        return {
            state: getState(found.state),
            reason: getReason(found.reason),
            vector: getVector(found.vector),
            gap: found.gap,
            tolerance: found.tolerance,
            vertexA: found.vertexA,
            vertexB: found.vertexB,
        };
    });
}
