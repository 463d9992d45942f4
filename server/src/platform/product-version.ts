import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

/** Version of the product, as its package says. */
export const productVersion = String(JSON.parse(readFileSync(manifest, 'utf8')).version);
