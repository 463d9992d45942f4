import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePage } from './foreign-app.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';

export interface FrontEnd {
  /** Another site than the product's, which is at localhost. */
  readonly origin: string;
  readonly product: OwnProduct;
  close(): Promise<void>;
}

const page = `<!doctype html>
<title>A founder’s front end</title>
<button id="signin">Sign in</button>
<button id="refresh">Refresh</button>
<button id="info">User info</button>
<button id="signout">Sign out</button>
<output></output>
<script type="module" src="/page.js"></script>`;

/** A founder's front end on a port of its own, and a product that knows it as a client. */
export async function startFrontEnd(): Promise<FrontEnd> {
  const script = await bundlePage('front-end-page.ts');
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'hearth-client-'));
  const product = await startOwnProduct({ HEARTH_CONFIG: await writeConfig(folder, origin) });
  return {
    origin,
    product,
    async close() {
      await product.stop();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeConfig(folder: string, origin: string): Promise<string> {
  const file = join(folder, 'hearth.json');
  await cp(join(import.meta.dirname, '../../config'), folder, { recursive: true });
  const settings = JSON.parse(await readFile(file, 'utf8'));
  const client = {
    id: 'front-end',
    redirectUris: [`${origin}/callback`],
    postLogoutUris: [`${origin}/bye`],
  };
  await writeFile(file, JSON.stringify({ ...settings, landing: false, clients: [client] }));
  return file;
}
