// Arrays of three.js in, matrices out: drags a ring towards a box, as an editor does when the pointer moves, and drops a box on it.
// It needs no three.js: the objects below have the members that a BufferGeometry and an Object3D have.
import assert from 'node:assert';
import * as fc from 'firstcontact';
import {makeBoxGeometry, makeTorusGeometry} from './geometries.js';

await fc.init();

const ring = fc.Mesh.fromGeometry(makeTorusGeometry(1, 0.3, 48, 16));
const box = fc.Mesh.fromGeometry(makeBoxGeometry(1, 1, 1));
const object = {matrix: {elements: new fc.Pose([4, 0, 0]).toMatrix(new Array(16))}}; // as new THREE.Mesh(geometry, material)

// The pointer drags the ring to the left. It stops at the box, and slides along it.
let pose = fc.Pose.fromMatrix(object.matrix);
for (let x = 4; x >= -4; x -= 0.25) {
    pose = fc.slide(ring, box, pose, new fc.Pose([x, 0.2, 0.1])).pose;
    assert(!fc.overlap(ring, box, pose).overlaps);
    pose.toMatrix(object.matrix.elements);
}
assert(Math.abs(object.matrix.elements[12] + 4) < 0.5 || fc.distance(ring, box, pose).distance < 1e-3);

// A world of 20 instances: getMatrices fills the array of an InstancedMesh.
const world = new fc.World();
world.addBody(fc.Mesh.fromGeometry(makeBoxGeometry(40, 1, 40)), {kind: 'fixed', pose: new fc.Pose([0, -0.5, 0]), friction: 0.5});
const bodies = Array.from({length: 20}, (_, i) => world.addBody(box, {pose: new fc.Pose([0.1 * (i % 3), 1 + 1.5 * i, 0]), friction: 0.5, restitution: 0}));
const instanceMatrix = {array: new Float32Array(16 * bodies.length), needsUpdate: false};
for (let step = 0; step < 120; step++) {
    world.step(1 / 60);
    world.getMatrices(bodies, instanceMatrix.array);
    instanceMatrix.needsUpdate = true;
}
assert(bodies.every((_, i) => instanceMatrix.array[16 * i + 13] > 0));
console.log(`the ring is at x = ${object.matrix.elements[12].toFixed(3)}; ${world.contacts.length} contact points`);
