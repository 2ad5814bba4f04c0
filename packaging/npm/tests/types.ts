// Compiled by tsc, never run: what TypeScript must accept, and what it must refuse.
import {Mesh, Pose, World, firstContact, init, regions, slide} from 'firstcontact';

await init();
const mesh: Mesh = Mesh.fromArrays(new Float32Array(9), new Uint16Array(3), {weldDistance: 1e-6});
const found = firstContact(mesh, mesh, new Pose([1, 2, 3]), {position: {x: 0, y: 0, z: 0}}, {safetyDistance: 0.1});
const state: 'undecided' | 'free' | 'contact' | 'overlap' = found.state;
const matrix: Float32Array = found.resolvedPose.toMatrix(new Float32Array(16));
const end: Pose = slide(mesh, [mesh], null, matrix).pose;
const world = new World({gravity: [0, 0, -9.81]});
const body = world.addBody(mesh, {pose: end, kind: 'dynamic'});
body.pose = {position: [0, 0, 0]};
const id: bigint = world.contacts[0].bodyA;
const normals: [number, number, number][] = regions(mesh, mesh).regions[0].normals;
console.log(state, id, normals);
// @ts-expect-error: an unknown option
firstContact(mesh, mesh, null, null, {safetydistance: 1});
// @ts-expect-error: an unknown kind
world.addBody(mesh, {kind: 'static'});
// @ts-expect-error: a number is no mesh
slide(1, mesh, null, null);
// @ts-expect-error: meshes come from functions
new Mesh();
