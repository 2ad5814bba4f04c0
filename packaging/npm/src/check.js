// Reads arguments. Errors name the argument: TypeError for another kind of value, RangeError for a number or a length out of
// range.

// Returns a number of at least `lower`, finite unless `infinite`.
export function readNumber(value, name, lower = 0, infinite = false) {
    if (typeof value !== 'number') throw new TypeError(`${name} must be a number, not ${describe(value)}`);
    if (Number.isNaN(value) || (!infinite && !Number.isFinite(value))) throw new RangeError(`${name} must be finite, not ${value}`);
    if (value < lower) throw new RangeError(`${name} must be ${lower} or more, not ${value}`);
    return value;
}

export function readAnyNumber(value, name) {
    return readNumber(value, name, -Infinity);
}

// Returns a length beyond which a search stops; 0 or infinity: none.
export function readLimit(value, name) {
    return readNumber(value, name, 0, true);
}

// Returns a whole number in [lower, upper].
export function readCount(value, name, lower = 0, upper = 2 ** 31 - 1) {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw new TypeError(`${name} must be a whole number, not ${describe(value)}`);
    if (value < lower || value > upper) throw new RangeError(`${name} must be from ${lower} to ${upper}, not ${value}`);
    return value;
}

// Returns a limit on the work as a 64-bit integer.
export function readTests(value) {
    return BigInt(readCount(value, 'maxTests', 0, Number.MAX_SAFE_INTEGER));
}

export function readBoolean(value, name) {
    if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false, not ${describe(value)}`);
    return value;
}

// Returns three finite numbers of an array or of an object with x, y, z.
export function readVector(value, name) {
    if (isArray(value)) return readNumbers(value, name, 3);
    if (isObject(value) && 'x' in value && 'y' in value && 'z' in value) return readNumbers([value.x, value.y, value.z], name, 3);
    throw new TypeError(`${name} must be an array of 3 numbers, not ${describe(value)}`);
}

// Returns `count` finite numbers of an array.
export function readNumbers(value, name, count) {
    if (!isArray(value)) throw new TypeError(`${name} must be an array of ${count} numbers, not ${describe(value)}`);
    if (value.length !== count) throw new RangeError(`${name} must have ${count} numbers, not ${value.length}`);
    const numbers = new Array(count);
    for (let i = 0; i < count; i++) {
        const item = value[i];
        numbers[i] = Number.isFinite(item) ? item : readAnyNumber(item, `${name}[${i}]`);
    }
    return numbers;
}

// Returns the number of a choice such as 'dynamic'.
export function readChoice(value, name, choices) {
    if (typeof value !== 'string' || !Object.hasOwn(choices, value)) {
        throw new RangeError(`${name} must be one of ${Object.keys(choices).join(', ')}, not ${describe(value)}`);
    }
    return choices[value];
}

// Returns the options with the defaults for those that are missing. Errors: an option that is not known.
export function readOptions(options, defaults) {
    if (options === undefined || options === null) return defaults;
    if (!isObject(options)) throw new TypeError(`options must be an object, not ${describe(options)}`);
    const values = {...defaults};
    for (const [name, value] of Object.entries(options)) {
        if (!Object.hasOwn(defaults, name)) throw new RangeError(`unknown option '${name}'; known: ${Object.keys(defaults).join(', ')}`);
        if (value !== undefined) values[name] = value;
    }
    return values;
}

export function isObject(value) {
    return typeof value === 'object' && value !== null;
}

// True for arrays and typed arrays of numbers.
export function isArray(value) {
    return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView) && !isBigArray(value));
}

function isBigArray(value) {
    return value instanceof BigInt64Array || value instanceof BigUint64Array;
}

export function describe(value) {
    if (typeof value === 'string') return `'${value}'`;
    if (typeof value === 'symbol') return 'a symbol';
    if (!isObject(value)) return typeof value === 'function' ? 'a function' : String(value);
    return `an object of type ${value.constructor?.name ?? 'Object'}`;
}
