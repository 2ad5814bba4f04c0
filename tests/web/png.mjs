// Reads PNG pictures: 8 bits a channel, RGB or RGBA, not interlaced.

import { inflateSync } from 'node:zlib';

const CHANNELS = { 2: 3, 6: 4 }; // by colour type

function readChunks(bytes) {
    const data = [];
    let header = null;
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
        const type = bytes.toString('latin1', at + 4, at + 8);
        const body = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
        if (type === 'IHDR') header = body;
        if (type === 'IDAT') data.push(body);
    }
    return { header, data: inflateSync(Buffer.concat(data)) };
}

// The predictor of Paeth: the neighbour that is nearest to left + above - corner.
function predict(left, above, corner) {
    const sum = left + above - corner;
    const a = Math.abs(sum - left), b = Math.abs(sum - above), c = Math.abs(sum - corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

function undoFilter(filter, row, above, step) {
    for (let i = 0; i < row.length; i++) {
        const left = i >= step ? row[i - step] : 0, up = above ? above[i] : 0, corner = above && i >= step ? above[i - step] : 0;
        const added = [0, left, up, (left + up) >> 1, predict(left, up, corner)][filter];
        row[i] = (row[i] + added) & 255;
    }
}

/** Returns {width, height, channels, rows}: rows of bytes. */
export function decodePng(bytes) {
    const { header, data } = readChunks(Buffer.from(bytes));
    const width = header.readUInt32BE(0), height = header.readUInt32BE(4), channels = CHANNELS[header[9]];
    if (header[8] !== 8 || !channels || header[12]) throw new Error('only PNG of 8 bits, RGB or RGBA, not interlaced');
    const rows = [];
    for (let y = 0, at = 0; y < height; y++) {
        const row = Uint8Array.from(data.subarray(at + 1, at + 1 + width * channels));
        undoFilter(data[at], row, rows[y - 1], channels);
        rows.push(row);
        at += 1 + width * channels;
    }
    return { width, height, channels, rows };
}

/**
 * Compares a rectangle [x, y, width, height] of two pictures. Returns the mean difference of the colours (0 to 255) and the share
 * of pixels with a colour that differs by more than `far`.
 */
export function comparePictures(a, b, [left, top, width, height], far) {
    let sum = 0, count = 0;
    for (let y = top; y < top + height; y++) {
        for (let x = left; x < left + width; x++) {
            let most = 0;
            for (let k = 0; k < 3; k++) {
                const difference = Math.abs(a.rows[y][x * a.channels + k] - b.rows[y][x * b.channels + k]);
                sum += difference;
                most = Math.max(most, difference);
            }
            count += most > far;
        }
    }
    return { mean: sum / (3 * width * height), share: count / (width * height) };
}
