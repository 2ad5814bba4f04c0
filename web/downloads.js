// Files that the program wrote for the person: offered as downloads.

const TYPES = { png: 'image/png', gif: 'image/gif', json: 'application/json', csv: 'text/csv', fcrec: 'text/plain' };
const LIFETIME = 60_000; // milliseconds until a download must have begun

/** Offers bytes as a download under a name. */
export function download(name, bytes) {
    const ending = name.split('.').pop();
    const type = TYPES[ending] ?? 'application/octet-stream';
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), LIFETIME);
}
