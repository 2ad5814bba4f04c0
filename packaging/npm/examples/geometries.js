// Objects like the BoxGeometry and the TorusGeometry of three.js: attributes.position and index.

export function makeBoxGeometry(width, height, depth) {
    const array = [];
    for (const x of [-0.5, 0.5]) for (const y of [-0.5, 0.5]) for (const z of [-0.5, 0.5]) array.push(x * width, y * height, z * depth);
    const index = [0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5, 2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7];
    return makeGeometry(array, index);
}

// A ring in the plane of x and y: radius of its centre line, radius of its tube, segments around both.
export function makeTorusGeometry(radius, tube, around, across) {
    return makeTube((t) => [radius * Math.cos(t), radius * Math.sin(t), 0], tube, around, across);
}

// A knot that winds p times about its axis and q times about its centre line.
export function makeKnotGeometry(radius, tube, around, across, p = 2, q = 3) {
    const curve = (t) => {
        const r = radius * (2 + Math.cos(q * t)) * 0.5;
        return [r * Math.cos(p * t), r * Math.sin(p * t), radius * Math.sin(q * t) * 0.5];
    };
    return makeTube(curve, tube, around, across);
}

// A closed tube about the curve of t in [0, 2 pi].
function makeTube(curve, tube, around, across) {
    const array = [], index = [], step = (2 * Math.PI) / around;
    for (let i = 0; i < around; i++) {
        const center = curve(i * step), ahead = curve((i + 0.01) * step);
        const tangent = normalize(ahead.map((x, axis) => x - center[axis]));
        const side = normalize(cross(tangent, ahead.map((x, axis) => x + center[axis])));
        const up = cross(side, tangent);
        for (let j = 0; j < across; j++) {
            const c = tube * Math.cos((2 * Math.PI * j) / across), s = tube * Math.sin((2 * Math.PI * j) / across);
            for (let axis = 0; axis < 3; axis++) array.push(center[axis] + c * up[axis] + s * side[axis]);
            const p = i * across + j, q = i * across + ((j + 1) % across), n = around * across;
            index.push(p, q, (p + across) % n, q, (q + across) % n, (p + across) % n);
        }
    }
    return makeGeometry(array, index);
}

function makeGeometry(array, index) {
    return {attributes: {position: {array: Float32Array.from(array), itemSize: 3}}, index: {array: Uint16Array.from(index)}};
}

function cross([a, b, c], [d, e, f]) {
    return [b * f - c * e, c * d - a * f, a * e - b * d];
}

function normalize(v) {
    const length = Math.hypot(...v);
    return v.map((x) => x / length);
}
