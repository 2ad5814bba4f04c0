// A page in which a ring is dragged along a knot: geometries in, matrices out, drawn on a 2D canvas.
import * as fc from '../../src/index.js';
import {makeKnotGeometry, makeTorusGeometry} from '../geometries.js';

const canvas = document.getElementById('canvas'), status = document.getElementById('status');
const LIGHT = [0.3, 0.5, 0.81];
const DISTANCE = 9; // from the eye to the origin
const view = {turn: 0.5, tilt: 0.35, scale: 1, center: [0, 0]};
let knot, ring, pose, contact = null, drag = null;

function makeThing(geometry, color) {
    return {mesh: fc.Mesh.fromGeometry(geometry), positions: geometry.attributes.position.array, index: geometry.index.array, color};
}

async function start() {
    await fc.init();
    knot = makeThing(makeKnotGeometry(1.6, 0.35, 96, 10), [200, 80, 60]);
    ring = makeThing(makeTorusGeometry(0.7, 0.16, 32, 8), [60, 120, 200]);
    pose = new fc.Pose([4, 0, 0]);
    canvas.addEventListener('pointerdown', begin);
    canvas.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => (drag = null));
    new ResizeObserver(draw).observe(canvas);
    status.textContent = 'Ready';
}

// --- The view: the eye is on the z axis of the turned frame

function toEye([x, y, z]) {
    const c = Math.cos(view.turn), s = Math.sin(view.turn), d = Math.cos(view.tilt), t = Math.sin(view.tilt);
    const u = c * x - s * z, w = s * x + c * z;
    return [u, d * y - t * w, t * y + d * w];
}

function fromEye([u, v, w]) {
    const c = Math.cos(view.turn), s = Math.sin(view.turn), d = Math.cos(view.tilt), t = Math.sin(view.tilt);
    const y = d * v + t * w, depth = d * w - t * v;
    return [c * u + s * depth, y, c * depth - s * u];
}

function project([x, y, z]) {
    const factor = view.scale / (DISTANCE - z);
    return [view.center[0] + factor * x, view.center[1] - factor * y];
}

// Returns the ray of a pointer, world frame.
function getRay(event) {
    const box = canvas.getBoundingClientRect(), ratio = canvas.width / box.width;
    const x = ((event.clientX - box.left) * ratio - view.center[0]) / view.scale, y = (view.center[1] - (event.clientY - box.top) * ratio) / view.scale;
    return {origin: fromEye([0, 0, DISTANCE]), direction: fromEye([x, y, -1])};
}

// --- The pointer

function begin(event) {
    canvas.setPointerCapture(event.pointerId);
    const ray = getRay(event), hit = event.shiftKey ? null : fc.castRay(ring.mesh, ray.origin, ray.direction, pose);
    const grabbed = hit && pose.position.map((x, axis) => x - hit.point[axis]);
    drag = {x: event.clientX, y: event.clientY, grabbed, depth: hit ? toEye(hit.point)[2] : 0};
    event.preventDefault();
}

function move(event) {
    if (!drag) return;
    if (drag.grabbed) {
        const {origin, direction} = getRay(event), fraction = DISTANCE - drag.depth;
        slideTo(origin.map((x, axis) => x + fraction * direction[axis] + drag.grabbed[axis]));
    } else {
        view.turn -= (event.clientX - drag.x) * 0.01;
        view.tilt = Math.max(-1.5, Math.min(1.5, view.tilt + (event.clientY - drag.y) * 0.01));
        Object.assign(drag, {x: event.clientX, y: event.clientY});
    }
    draw();
}

// Slides the ring towards a position; it may also turn.
function slideTo(position) {
    const begun = performance.now();
    const slid = fc.slide(ring.mesh, knot.mesh, pose, new fc.Pose(position, pose.quaternion), {maxTests: 200000});
    pose = slid.pose;
    contact = slid.contact.state === 'contact' ? slid.contact : null;
    status.textContent = `${contact ? 'contact' : 'free'}; ${slid.legs} queries in ${(performance.now() - begun).toFixed(1)} ms`;
}

// --- The picture: triangles from far to near

function draw() {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    view.scale = 1.2 * Math.min(canvas.height, 0.6 * canvas.width);
    view.center = [canvas.width / 2, canvas.height / 2];
    const context = canvas.getContext('2d');
    const triangles = [...listTriangles(knot, new fc.Pose()), ...listTriangles(ring, pose)].sort((a, b) => a.depth - b.depth);
    for (const {corners, color} of triangles) {
        context.beginPath();
        for (const corner of corners) context.lineTo(...project(corner));
        context.closePath();
        context.fillStyle = context.strokeStyle = color;
        context.fill();
        context.stroke();
    }
    if (contact) drawPoint(context, project(toEye(contact.point)), ratio);
}

function drawPoint(context, [x, y], ratio) {
    context.beginPath();
    context.arc(x, y, 5 * ratio, 0, 2 * Math.PI);
    context.fillStyle = '#111';
    context.fill();
}

// Returns the triangles that face the eye, in the eye's frame.
function listTriangles({positions, index, color}, place) {
    const matrix = place.toMatrix(), points = [], triangles = [];
    for (let i = 0; i < positions.length; i += 3) {
        const at = (row) => matrix[row] * positions[i] + matrix[row + 4] * positions[i + 1] + matrix[row + 8] * positions[i + 2] + matrix[row + 12];
        points.push(toEye([at(0), at(1), at(2)]));
    }
    for (let i = 0; i < index.length; i += 3) {
        const corners = [points[index[i]], points[index[i + 1]], points[index[i + 2]]], normal = getNormal(corners);
        const [a] = corners, facing = -normal[0] * a[0] - normal[1] * a[1] + normal[2] * (DISTANCE - a[2]);
        if (facing <= 0) continue;
        const shade = 0.35 + 0.65 * Math.max(0, normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2]);
        triangles.push({corners, depth: corners.reduce((sum, [, , z]) => sum + z, 0), color: `rgb(${color.map((part) => Math.round(part * shade)).join(' ')})`});
    }
    return triangles;
}

function getNormal([a, b, c]) {
    const u = b.map((x, axis) => x - a[axis]), v = c.map((x, axis) => x - a[axis]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n) || 1;
    return n.map((x) => x / length);
}

start().catch((error) => {
    status.textContent = `This page needs WebAssembly with SIMD: ${error.message}`;
});
