// Solids: points inside or outside, and the regions in which two meshes touch.

import {describe, isArray, readBoolean, readNumber, readOptions} from './check.js';
import {heap} from './heap.js';
import {CD_PART_FEATURES, CD_PART_SOLID, cdContactRegion, cdContactRegions, cdLocation, cdLocationBatch, cdPose, cdRegionsInput, cdVec3} from './layer.js';
import {getName, getWorkspace, inFrame, lib, make, take} from './library.js';
import {buildParts, readMesh} from './mesh.js';
import {getVector, setPose} from './pose.js';
import {readCache} from './queries.js';
import {checkState, getItems, getReason, getState} from './results.js';

const REGION_OPTIONS = {tolerance: 0, sufficient: false, cache: null};
const ROOM_FIRST = 64; // regions and points for which a query has room at first

// Classifies points, x, y, z of each, world frame, against the solid of a closed mesh at a pose. The first call builds the solid.
// Returns an array with one location for each point. Errors: MeshError if the mesh encloses no solid.
export function classify(mesh, points, pose) {
    readMesh(mesh, 'mesh');
    const numbers = readPoints(points);
    buildParts(mesh, CD_PART_SOLID);
    return inFrame(() => {
        const batch = make(cdLocationBatch), place = make(cdPose);
        batch.mesh = readMesh(mesh, 'mesh');
        batch.count = numbers.length / 3;
        batch.points = take(cdVec3.size * batch.count);
        setPose(place, pose, 'pose');
        putLocalPoints(batch.points, numbers, place);
        batch.locations = take(cdLocation.size * batch.count);
        lib.cdClassifyPoints(batch.address, getWorkspace(), 0);
        return getItems(cdLocation, batch.locations, batch.count, getLocation);
    });
}

function readPoints(value) {
    if (!isArray(value)) throw new TypeError(`points must be an array of numbers, not ${describe(value)}`);
    if (value.length % 3 !== 0) throw new RangeError(`points must have three numbers for each point; ${value.length} is not a multiple of 3`);
    const wrong = value.findIndex((item) => !Number.isFinite(item));
    if (wrong >= 0) throw new RangeError(`points[${wrong}] must be a finite number, not ${describe(value[wrong])}`);
    return value;
}

// Writes points in the frame of a pose: the rows of the transposed rotation matrix, as the Python package does.
function putLocalPoints(address, numbers, {p, q}) {
    const {w, x: i, y: j, z: k} = q;
    const out = heap.f64.subarray(address >> 3, (address >> 3) + numbers.length);
    const identity = w === 1 && i === 0 && j === 0 && k === 0 && p.x === 0 && p.y === 0 && p.z === 0;
    if (identity) out.set(numbers);
    for (let n = identity ? numbers.length : 0; n < numbers.length; n += 3) {
        const x = numbers[n] - p.x, y = numbers[n + 1] - p.y, z = numbers[n + 2] - p.z;
        out[n] = x * (1 - 2 * (j * j + k * k)) + y * (2 * (i * j + w * k)) + z * (2 * (i * k - w * j));
        out[n + 1] = x * (2 * (i * j - w * k)) + y * (1 - 2 * (i * i + k * k)) + z * (2 * (j * k + w * i));
        out[n + 2] = x * (2 * (i * k + w * j)) + y * (2 * (j * k - w * i)) + z * (1 - 2 * (i * i + j * j));
    }
}

// Returns 'inside', 'outside', 'vertex', 'edge', 'face' or 'undecided', and the index of the vertex, edge or maximal face.
function getLocation({kind, index}) {
    return {kind: getName('cdGetLocationName', kind), index};
}

// Finds the points, segments and polygons in which A at `pose` and B at `at` touch.
export function regions(a, b, pose, at, options) {
    const values = readOptions(options, REGION_OPTIONS);
    for (const [mesh, name] of [[a, 'a'], [b, 'b']]) {
        readMesh(mesh, name);
        buildParts(mesh, CD_PART_FEATURES);
    }
    return inFrame(() => {
        const input = make(cdRegionsInput), found = make(cdContactRegions);
        input.meshA = readMesh(a, 'a');
        input.meshB = readMesh(b, 'b');
        setPose(input.poseA, pose, 'pose');
        setPose(input.poseB, at, 'at');
        input.tolerance = readNumber(values.tolerance, 'tolerance');
        input.sufficientOnly = readBoolean(values.sufficient, 'sufficient');
        return findRegions(input, found, readCache(values.cache));
    });
}

// Makes the query, again with more room if there are more regions.
function findRegions(input, found, cache) {
    let room = ROOM_FIRST;
    for (;;) {
        input.regions = take(room * cdContactRegion.size);
        input.points = take(room * cdVec3.size);
        input.regionCapacity = input.pointCapacity = room;
        lib.cdFindContactRegions(found.address, input.address, cache, getWorkspace(), 0);
        checkState(found.state, found.reason);
        const needed = Math.max(found.neededRegions, found.neededPoints);
        if (needed <= room) return getRegions(found);
        room = needed;
    }
}

function getRegions(found) {
    const {points} = found;
    return {
        state: getState(found.state),
        reason: getReason(found.reason),
        crossing: found.crossing,
        tolerance: found.tolerance,
        regions: getItems(cdContactRegion, found.regions, found.regionCount, (region) => getRegion(region, points)),
    };
}

function getRegion(region, points) {
    const first = points + cdVec3.size * region.firstPoint;
    return {
        dimension: region.dimension,
        points: getItems(cdVec3, first, region.pointCount, getVector),
        normals: Array.from({length: region.normalCount}, (_, index) => getVector(region.normals(index))),
        measure: region.measure,
        locationA: getLocation(region.locationA),
        locationB: getLocation(region.locationB),
        sufficient: region.sufficient,
    };
}
