// Everything that the package exports besides init().

export {Body} from './bodies.js';
export {ConvexHull, convexHull, separatingVector} from './convex.js';
export {Joint} from './joints.js';
export {getMemory} from './library.js';
export {Mesh, MeshError} from './mesh.js';
export {castRay, closestPoint} from './points.js';
export {Pose, interpolate} from './pose.js';
export {PairCache, distance, firstContact, overlap} from './queries.js';
export {QueryError} from './results.js';
export {slide} from './sliding.js';
export {classify, regions} from './solids.js';
export {World} from './world.js';
