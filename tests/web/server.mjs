// A static web server for tests, with the strict Content-Security-Policy that the pages promise to work under.
//
// The files lie below a sub-path, as on a server with other pages.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.wasm': 'application/wasm', '.gz': 'application/gzip', '.fcrec': 'text/plain',
};

export const POLICY = [
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:",
    "connect-src 'self'", "frame-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');

/**
 * Serves a folder below /some/sub-path/. `extra` maps names to their content, such as a page with an iframe.
 * Returns {address, requests, end}: `requests` has the paths so far.
 */
export async function serve(folder, extra = {}) {
    const base = '/some/sub-path/';
    const requests = [];
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        requests.push(path);
        const name = path.startsWith(base) ? normalize(path.slice(base.length) || 'index.html') : null;
        const headers = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' };
        try {
            if (name === null || name.startsWith('..')) throw new Error('outside');
            const body = extra[name] ?? (await readFile(join(folder, name)));
            response.writeHead(200, { ...headers, 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', 'Content-Length': Buffer.byteLength(body) });
            response.end(body);
        } catch {
            response.writeHead(path === '/favicon.ico' ? 204 : 404, headers);
            response.end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        address: `http://127.0.0.1:${server.address().port}${base}`,
        requests,
        end: () => server.close(() => {}) && server.closeAllConnections(),
    };
}
