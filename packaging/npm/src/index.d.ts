// Types of the package firstcontact. Lengths are in the mesh's unit, angles in radians, times in seconds. Points and normals are in
// the world frame; normals are unit and point from B to A.

/** Three numbers, or an object such as a Vector3 of three.js. */
export type Vector = ArrayLike<number> | {readonly x: number; readonly y: number; readonly z: number};
/** Four numbers x, y, z, w of unit length, or an object such as a Quaternion of three.js. */
export type Quaternion = ArrayLike<number> | {readonly x: number; readonly y: number; readonly z: number; readonly w: number};
/** 4x4, columns first, rigid: without scale and shear. */
export type Matrix = ArrayLike<number> | {readonly elements: ArrayLike<number>};
/** A pose maps the local frame to the world frame. null: the identity. An Object3D of three.js without parents and scale is one. */
export type PoseLike =
    | Pose
    | Matrix
    | {readonly position?: Vector; readonly quaternion?: Quaternion; readonly scale?: Vector}
    | null
    | undefined;
export type Numbers = readonly number[] | Float32Array | Float64Array;
export type Indices = readonly number[] | Uint16Array | Uint32Array | Int32Array | Uint8Array;
export type MatrixArray = number[] | Float32Array | Float64Array;
export type Triple = [number, number, number];

/** undecided: a limit was reached, see `reason`. */
export type State = 'undecided' | 'free' | 'contact' | 'overlap';

/**
 * Loads the library; call it once and wait for it. source: address of firstcontact.wasm (in node a path), a Response, bytes or a
 * WebAssembly.Module; by default the file of the package.
 */
export function init(source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<void>;

/** Memory in use: blocks of the library, and bytes of the whole WebAssembly memory, which never shrinks. */
export function getMemory(): {blocks: number; bytes: number};

/** Position and orientation. Immutable. */
export class Pose {
    constructor(position?: Vector, quaternion?: Quaternion);
    /** Errors: RangeError for a matrix with scale, shear or a reflection. */
    static fromMatrix(matrix: Matrix): Pose;
    readonly position: Triple;
    /** x, y, z, w. */
    readonly quaternion: [number, number, number, number];
    /** Writes the matrix, columns first, to 16 items from `offset` on. */
    toMatrix(): Float64Array;
    toMatrix<T extends MatrixArray>(target: T, offset?: number): T;
    transformPoint(point: Vector): Triple;
    /** True if all seven numbers are equal. */
    equals(other: unknown): boolean;
    toJSON(): {position: Triple; quaternion: [number, number, number, number]};
}

/** Returns the pose at a fraction of the step, from 0 to 1, on the screw that queries follow. */
export function interpolate(start: PoseLike, target: PoseLike, time: number, reference?: Vector): Pose;

/** A mesh or a part of it cannot be built. index: of the point or the triangle; -1: neither. */
export class MeshError extends Error {
    readonly reason: string;
    readonly index: number;
}

/** A query refuses its input. reason: such as 'not finite'. */
export class QueryError extends Error {
    readonly reason: string;
}

export interface MeshOptions {
    /** Points within it become one; 0: equal points only. */
    weldDistance?: number;
    /** Length by which other meshes may penetrate, for parts that fit flush. */
    allowance?: number;
    /** Largest radius of leaf spheres; 0: automatic. */
    leafRadius?: number;
    /** The shape is all points within it of the triangles. */
    roundingRadius?: number;
    /** Accuracy of features and solid; 0: 1e-9 of the radius. */
    tolerance?: number;
}

/** The parts of a BufferGeometry of three.js that a mesh needs. */
export interface Geometry {
    readonly attributes: {
        readonly position: {
            readonly array?: Numbers;
            readonly itemSize?: number;
            readonly normalized?: boolean;
            readonly count?: number;
            readonly offset?: number;
            readonly data?: {readonly array: Numbers; readonly stride: number};
        };
    };
    readonly index?: {readonly array: Indices} | null;
}

/** A set of triangles, prepared for queries. It may be open, non-manifold, with slivers or duplicates. Immutable. */
export class Mesh {
    private constructor();
    /**
     * positions: x, y, z of each point. indices: three of each triangle, counter-clockwise from outside; null: three points after each
     * other form a triangle. Errors: MeshError for a NaN or an index out of range.
     */
    static fromArrays(positions: Numbers, indices?: Indices | null, options?: MeshOptions): Mesh;
    /** geometry: a BufferGeometry of three.js, or an object like it. Groups and the draw range are ignored. */
    static fromGeometry(geometry: Geometry, options?: MeshOptions): Mesh;
    static sphere(center: Vector, radius: number): Mesh;
    static capsule(start: Vector, end: Vector, radius: number): Mesh;
    readonly vertexCount: number;
    readonly triangleCount: number;
    /** Vertices after welding. A copy. */
    readonly positions: Float64Array;
    /** Triangles after removal of duplicates. A copy. */
    readonly indices: Uint32Array;
    /** Index, as given, of each triangle. A copy. */
    readonly faceIds: Int32Array;
    readonly bounds: {lower: Triple; upper: Triple};
    readonly center: Triple;
    readonly radius: number;
    readonly area: number;
    /** Signed; valid if the mesh is closed. */
    readonly volume: number;
    readonly isClosed: boolean;
    /** True if the mesh encloses a solid. The first call builds it. */
    readonly isSolid: boolean;
    readonly roundingRadius: number;
    /** Numbers of defects by name, such as 'open edge'. */
    readonly defects: Record<string, number>;
    withAllowance(allowance: number): Mesh;
    /** Frees the mesh, once no world or snapshot uses it. Meshes that are not reachable any more are freed without it. */
    dispose(): void;
}

/** A vertex, edge or face. id: number of the vertex or face as given; vertexIds: numbers of its ends as given. */
export interface Feature {
    kind: 'none' | 'vertex' | 'edge' | 'face';
    index: number;
    id: number;
    vertexIds: [number, number];
}

export interface Touch {
    featureA: Feature;
    featureB: Feature;
    point: Triple;
    normal: Triple;
}

export interface FirstContact {
    /**
     * free: the whole motion is free. contact: the motion is free in [0, t[0]] and touches in [t[0], t[1]]. overlap: the meshes overlap
     * at the start. undecided: a limit was reached, [0, t[0]] is free.
     */
    state: State;
    /** Reason of 'undecided'; else 'none'. */
    reason: string;
    /** Fractions of the step. */
    t: [number, number];
    featureA: Feature;
    featureB: Feature;
    point: Triple;
    normal: Triple;
    /** Length: features within it, plus the safety distance, touch. */
    tolerance: number;
    /** Fraction of the step just before the contact, without overlap. */
    resolvedTime: number;
    /** Pose of A at that fraction. */
    resolvedPose: Pose;
    resolvedPoseB: Pose;
    /** Index of the obstacle that is touched, 0 for a single one; -1: free. */
    obstacle: number;
    /** Work, counted as for maxTests. */
    tests: number;
    /** All pairs that touch, if requested. */
    touches: Touch[];
}

/** Memory of one pair of meshes, for queries that repeat with small changes. It never changes a result. */
export class PairCache {
    dispose(): void;
}

export interface ContactOptions {
    /** Pose of B. */
    at?: PoseLike;
    /** Pose at which B ends; by default B stays. */
    atTarget?: PoseLike;
    /** True if A and B each follow their own screw; else A's motion relative to B is a screw. */
    ownScrews?: boolean;
    /** Length that counts as contact. */
    safetyDistance?: number;
    /** Length by which A and B may penetrate. */
    allowance?: number;
    /** Gap at the resolved pose, length; 0: 1e-6 of the radius. */
    margin?: number;
    /** True to list all pairs that touch. */
    touches?: boolean;
    /** Limit on the work; 0: none. */
    maxTests?: number;
    cache?: PairCache | null;
}

/** Finds the first contact of A's motion with B. No contact is missed, however fast the motion is. */
export function firstContact(a: Mesh, b: Mesh, start: PoseLike, target: PoseLike, options?: ContactOptions): FirstContact;

export interface SlideOptions {
    /** Pose of B; an array with one pose for each obstacle, if B is an array. */
    at?: PoseLike | readonly PoseLike[];
    safetyDistance?: number;
    allowance?: number;
    margin?: number;
    /** Maximum number of legs; 0: 24. */
    maxLegs?: number;
    maxTests?: number;
}

export interface Slide {
    /** First contact on the way to the target. */
    contact: FirstContact;
    /** End of the slide. */
    pose: Pose;
    /** True if the end is the target. */
    reached: boolean;
    /** True if maxLegs or maxTests ended the slide. */
    exhausted: boolean;
    /** Number of continuous queries. */
    legs: number;
    /** Poses at the ends of the legs, each a screw. */
    path: Pose[];
    constraints: {point: Triple; normal: Triple; push: number; obstacle: number}[];
}

/** Moves A towards a target and slides it along B, a mesh or an array of obstacles. No pose of the path overlaps. */
export function slide(a: Mesh, b: Mesh | readonly Mesh[], start: PoseLike, target: PoseLike, options?: SlideOptions): Slide;

export interface DistanceOptions {
    /** Length beyond which the search stops; 0: none. */
    maxDistance?: number;
    maxTests?: number;
    cache?: PairCache | null;
}

/** The true distance of the surfaces is in [lower, upper]. */
export interface Distance {
    /** free, or overlap, also if they touch: then all lengths are 0. */
    state: State;
    reason: string;
    /** True if farther than maxDistance: only `lower` is valid. */
    beyond: boolean;
    distance: number;
    lower: number;
    upper: number;
    pointA: Triple;
    pointB: Triple;
    featureA: Feature;
    featureB: Feature;
    /** Zero if overlapping. */
    normal: Triple;
}

/** Finds the distance of the surfaces of A at `pose` and B at `at`, and their nearest points. */
export function distance(a: Mesh, b: Mesh, pose?: PoseLike, at?: PoseLike, options?: DistanceOptions): Distance;

export interface OverlapOptions {
    /** True to list all pairs of triangles. */
    pairs?: boolean;
    maxTests?: number;
    cache?: PairCache | null;
}

export interface Overlap {
    state: State;
    reason: string;
    /** True if the state is overlap. */
    overlaps: boolean;
    featureA: Feature;
    featureB: Feature;
    /** A shared point. */
    point: Triple;
    /** Indices of triangles of A and of B that intersect, two of each pair, if requested. */
    pairs: Int32Array;
}

/** Tests exactly whether the surfaces of A at `pose` and B at `at` share a point. Touching counts as overlap. */
export function overlap(a: Mesh, b: Mesh, pose?: PoseLike, at?: PoseLike, options?: OverlapOptions): Overlap;

/** index: of the vertex, edge or maximal face of the solid; -1: inside or outside. */
export interface Location {
    kind: 'undecided' | 'outside' | 'inside' | 'vertex' | 'edge' | 'face';
    index: number;
}

/** Classifies points, x, y, z of each, against the solid of a closed mesh. Errors: MeshError if it encloses none. */
export function classify(mesh: Mesh, points: Numbers, pose?: PoseLike): Location[];

export interface ContactRegion {
    /** 0: a point; 1: a segment; 2: a polygon. */
    dimension: 0 | 1 | 2;
    /** Corners in order. */
    points: Triple[];
    normals: Triple[];
    /** 0, length or area. */
    measure: number;
    locationA: Location;
    locationB: Location;
    /** True if it is in the sufficient subset, which keeps the two from penetrating. */
    sufficient: boolean;
}

export interface ContactRegions {
    /** free, contact, or overlap if deeper than the tolerance. */
    state: State;
    reason: string;
    /** Lower bound of the depth of an overlap, length. */
    crossing: number;
    tolerance: number;
    regions: ContactRegion[];
}

export interface RegionOptions {
    /** Length within which features touch; 0: 8e-6 of the larger radius. */
    tolerance?: number;
    /** True for the sufficient subset only. */
    sufficient?: boolean;
    cache?: PairCache | null;
}

/** Finds the points, segments and polygons in which A at `pose` and B at `at` touch. */
export function regions(a: Mesh, b: Mesh, pose?: PoseLike, at?: PoseLike, options?: RegionOptions): ContactRegions;

export interface RayOptions {
    /** 0: no limit. */
    maxDistance?: number;
    cullBackFaces?: boolean;
}

export interface RayHit {
    distance: number;
    /** The hit is at origin + fraction * direction. */
    fraction: number;
    error: number;
    point: Triple;
    normal: Triple;
    backFace: boolean;
    /** Index into the mesh's `indices`, of the triangle. */
    triangle: number;
    feature: Feature;
    barycentric: Triple;
}

/** Finds the first hit of a ray with a mesh; null: no hit. Exact: no ray slips through an edge or a vertex. */
export function castRay(mesh: Mesh, origin: Vector, direction: Vector, pose?: PoseLike, options?: RayOptions): RayHit | null;

export interface ClosestPoint {
    /** True if farther than maxDistance: only `lower` is valid. */
    beyond: boolean;
    distance: number;
    lower: number;
    upper: number;
    point: Triple;
    /** From the surface to the point. */
    normal: Triple;
    triangle: number;
    feature: Feature;
    /** Negative inside a closed mesh; NaN if the mesh has no inside. */
    signedDistance: number;
}

/** Finds the point of a mesh that is nearest to a point. */
export function closestPoint(
    mesh: Mesh, point: Vector, pose?: PoseLike, options?: {maxDistance?: number; signed?: boolean},
): ClosestPoint;

/** The convex hull of points, x, y, z of each. Exact. Immutable. */
export class ConvexHull {
    constructor(points: Numbers);
    readonly vertexIds: Uint32Array;
    readonly positions: Float64Array;
    readonly indices: Uint32Array;
    /** 3; 2: flat; 1: a segment; 0: a point. */
    readonly dimension: number;
    dispose(): void;
}

export function convexHull(points: Numbers | Mesh): ConvexHull;

export interface Separation {
    state: State;
    reason: string;
    /** Unit, from A towards B. */
    vector: Triple;
    /** Length along the vector; negative: overlap. */
    gap: number;
    tolerance: number;
    vertexA: number;
    vertexB: number;
}

/** Finds a vector that separates two hulls, or proves that they touch or overlap. */
export function separatingVector(a: ConvexHull, b: ConvexHull, pose?: PoseLike, at?: PoseLike): Separation;

// --- Worlds

export interface WorldOptions {
    /** length / s^2; by default 0, -9.81, 0. */
    gravity?: Vector;
    /** Gap of resting contacts, length; 0: 1e-4 of the smallest body's radius. */
    margin?: number;
    /** Distance that bodies keep, length. */
    safetyDistance?: number;
    /** Speed below which bodies do not bounce; 0: automatic. */
    restitutionThreshold?: number;
    /** Number of times at which a step stops for collisions; 0: 16. */
    maxStops?: number;
    /** Region of dynamic bodies; any side may be infinite. */
    bounds?: {lower: ArrayLike<number>; upper: ArrayLike<number>} | null;
}

export type BodyKind = 'dynamic' | 'fixed' | 'kinematic' | 'driven';

export interface BodyOptions {
    pose?: PoseLike;
    /** By default dynamic. */
    kind?: BodyKind;
    velocity?: Vector;
    angularVelocity?: Vector;
    /** Mass per volume; 1. */
    density?: number;
    /** Overrides the density; 0: by the density. */
    mass?: number;
    /** 0 to 1; 0.5. */
    restitution?: number;
    /** Coulomb's coefficient; 0. */
    friction?: number;
    linearDamping?: number;
    angularDamping?: number;
    gravityScale?: number;
    maxSpeed?: number;
    maxSpin?: number;
    /** Constant, world frame. */
    force?: Vector;
    torque?: Vector;
    /** Axes such as 'xz'. */
    lockTranslation?: string;
    lockRotation?: string;
    lockFrame?: 'world' | 'body';
    category?: number;
    mask?: number;
    group?: number;
    /** True if the body blocks nothing and has events only. */
    sensor?: boolean;
}

export interface BodyMove {
    contact: FirstContact;
    pose: Pose;
    reached: boolean;
    /** Id of the body met first; -1n: no body. */
    body: bigint;
    yields: boolean;
    legs: number;
}

/** A body of a world. World.addBody makes it. */
export class Body {
    private constructor();
    readonly world: World;
    readonly id: bigint;
    /** Different for any two bodies that are present. */
    readonly index: number;
    readonly isPresent: boolean;
    /** Assign to teleport the body, without a test for overlap. */
    get pose(): Pose;
    set pose(value: PoseLike);
    toMatrix(): Float64Array;
    toMatrix<T extends MatrixArray>(target: T, offset?: number): T;
    readonly velocity: Triple;
    readonly angularVelocity: Triple;
    readonly mass: number;
    readonly kind: BodyKind;
    readonly isAsleep: boolean;
    /** True if a kinematic body did not come as far as its target. */
    readonly isBlocked: boolean;
    setVelocity(velocity: Vector, angularVelocity?: Vector): void;
    applyForce(point: Vector, force: Vector): void;
    applyImpulse(point: Vector, impulse: Vector): void;
    /** Gives a kinematic body a target for the next step, in which it pushes others. */
    moveTo(target: PoseLike): void;
    /** Moves a driven body between two steps, as far as the others allow. yields: true if dynamic bodies yield in the next step. */
    move(target: PoseLike, response?: 'stop' | 'slide' | 'through', options?: {yields?: boolean}): BodyMove;
    /** Pulls a point of the body, in its frame, to a target in the world, until release(). */
    hold(grab: Vector, target: Vector, options?: {frequency?: number; maxForce?: number}): void;
    release(): void;
    remove(): void;
}

export type Motor = {speed: number; maxForce: number} | {position: number; speed?: number; maxForce: number};

export interface JointOptions {
    /** Of a distance joint: the point of B. */
    pointB?: Vector;
    axis?: Vector;
    axisB?: Vector;
    /** True if a slider also turns about its axis. */
    turns?: boolean;
    limits?: readonly [number, number] | null;
    motor?: Motor | null;
    breakingForce?: number;
    breakingTorque?: number;
    /** True if A and B do not collide. */
    passes?: boolean;
}

/** A joint of a world. World.addJoint makes it. */
export class Joint {
    private constructor();
    readonly world: World;
    readonly id: bigint;
    readonly isPresent: boolean;
    /** Angle or length, by the kind of the joint. */
    readonly position: number;
    readonly speed: number;
    /** Position error, length. */
    readonly error: number;
    /** On A, mean over the last step. */
    readonly reaction: {force: Triple; torque: Triple; motor: number};
    setMotor(motor: Motor): void;
    setLimits(lower: number, upper: number): void;
    remove(): void;
}

export interface WorldStep {
    /** free, or undecided if the budget ended the step. */
    state: State;
    reason: string;
    time: number;
    blockedTime: number;
    blockedBodies: number;
    impacts: number;
    contacts: number;
    pairs: number;
    queries: number;
    tests: number;
    drift: number;
    margin: number;
}

export interface WorldContact {
    bodyA: bigint;
    bodyB: bigint;
    shapeA: number;
    shapeB: number;
    mode: 'resting' | 'sliding' | 'loose';
    point: Triple;
    normal: Triple;
    gap: number;
    force: number;
    /** Force on A. */
    friction: Triple;
}

export interface WorldEvent {
    time: number;
    kind: 'begin' | 'impact' | 'end' | 'left' | 'sensor-begin' | 'sensor-end' | 'joint-broken' | 'sleep' | 'wake' | 'blocked';
    /** -1n: no body. */
    bodyA: bigint;
    bodyB: bigint;
    shapeA: number;
    shapeB: number;
    joint: bigint;
    point: Triple;
    normal: Triple;
    speed: number;
    impulse: number;
}

export interface Energy {
    kinetic: number;
    potential: number;
    momentum: Triple;
    angularMomentum: Triple;
    forceWork: number;
    handWork: number;
    motorWork: number;
    kinematicWork: number;
    dissipated: number;
}

/** Bodies that a query tests; by default all but sensors. */
export interface BodyFilter {
    without?: readonly Body[];
    category?: number;
    mask?: number;
    sensors?: boolean;
}

/** The state of a world. Valid for any world of this page or process. */
export interface Snapshot {
    readonly bytes: Uint8Array;
}

/** A world of rigid bodies. Bodies that do not overlap at the start do not overlap after any step. */
export class World {
    constructor(options?: WorldOptions);
    addBody(mesh: Mesh | readonly {mesh: Mesh; pose?: PoseLike}[], options?: BodyOptions): Body;
    addJoint(kind: 'ball' | 'hinge' | 'slider' | 'fixed' | 'distance', a: Body, b: Body | null, point: Vector, options?: JointOptions): Joint;
    /** Returns the Body with an id, such as that of a contact; the same object each time. */
    getBody(id: bigint): Body;
    readonly bodies: Body[];
    /** Advances the world by `dt` seconds. */
    step(dt: number): WorldStep;
    set gravity(value: Vector);
    /** Limits the work of each later step; 0: no limit. */
    setBudget(maxTests: number): void;
    /** Decides by their ids whether two bodies collide; null: all do. The function may not call the world. */
    setPairCallback(shouldCollide: ((a: bigint, b: bigint) => boolean) | null): void;
    /** Writes the matrices of bodies, columns first, 16 numbers each. */
    getMatrices(bodies?: readonly Body[]): Float32Array;
    getMatrices<T extends MatrixArray>(bodies: readonly Body[], target: T): T;
    /** Teleports bodies, without a test for overlap. */
    setMatrices(bodies: readonly Body[], matrices: MatrixArray): void;
    readonly contacts: WorldContact[];
    readonly events: WorldEvent[];
    readonly energy: Energy;
    /** Returns the whole state: a world that is restored continues with the same bits. */
    save(): Snapshot;
    restore(snapshot: Snapshot): void;
    castRay(origin: Vector, direction: Vector, options?: RayOptions & {filter?: BodyFilter | null}): (RayHit & {body: Body; shape: number}) | null;
    findFirstContact(
        mesh: Mesh, start: PoseLike, target: PoseLike,
        options?: {safetyDistance?: number; margin?: number; touches?: boolean; maxTests?: number; filter?: BodyFilter | null},
    ): {body: Body | null; shape: number; contact: FirstContact};
    findOverlaps(mesh: Mesh, pose?: PoseLike, options?: {maxTests?: number; filter?: BodyFilter | null}): Body[];
    dispose(): void;
}
