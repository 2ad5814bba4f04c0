// Links: the part of the address after '#', which says what the tab shows.
//
// `#scene=nut-on-a-bolt`: a scene by its name in lower case, with dashes for spaces. `#lesson=boxes`: a lesson.
// `#recording=file.fcrec`: a recording of the same server. `#recording=data:application/gzip;base64,...`: a small recording within
// the link itself. Values are percent-encoded. Base64 contains '+' and '=', so that URLSearchParams cannot read it.

/** Links longer than this are cut by mail programs and chats. In characters. */
export const LONGEST_LINK = 32000;

/** Returns the name of a scene as links have it: lower case, dashes, digits. */
export function makeLinkName(scene) {
    return scene.toLowerCase().replaceAll(' ', '-').replace(/[^a-z0-9-]/g, '');
}

/** Returns the parameters after '#' as an object of strings. A parameter without a value is ''. */
export function readLink(hash) {
    const values = {};
    for (const part of hash.replace(/^#/, '').split('&')) {
        if (!part) continue;
        const end = part.indexOf('=');
        const key = end < 0 ? part : part.slice(0, end);
        values[key] = end < 0 ? '' : decode(part.slice(end + 1));
    }
    return values;
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // a stray '%' of a link written by hand
    }
}

function decodeBase64(text) {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function encodeBase64(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
}

async function pipeThrough(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Decompresses bytes if they are gzip. Some servers decompress .gz files on their way, others do not. */
export async function gunzip(bytes) {
    const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return zipped ? pipeThrough(bytes, new DecompressionStream('gzip')) : bytes;
}

async function readDataLink(link) {
    const comma = link.indexOf(',');
    if (comma < 0) throw new Error('the recording of this link is cut off');
    const body = link.slice(comma + 1);
    if (!/;base64$/i.test(link.slice(0, comma))) return new TextEncoder().encode(body);
    return gunzip(decodeBase64(body));
}

/** Returns the bytes of the recording that a link names. Other servers than the page's own are refused. */
export async function fetchRecording(link) {
    if (link.startsWith('data:')) return readDataLink(link);
    const address = new URL(link, location.href);
    if (address.origin !== location.origin) throw new Error('a recording must be on the same server as this page');
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.pathname}: the server answers ${response.status}`);
    return gunzip(new Uint8Array(await response.arrayBuffer()));
}

/** Returns a link to this page with the whole recording in it, or null if that would be too long. */
export async function makeRecordingLink(bytes) {
    const zipped = await pipeThrough(bytes, new CompressionStream('gzip'));
    if (zipped.length > LONGEST_LINK * 0.7) return null;
    return `${location.href.split('#')[0]}#recording=data:application/gzip;base64,${encodeBase64(zipped)}`;
}
