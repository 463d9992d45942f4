import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { gapiStub } from './gapi-stub.ts';

export interface ForeignApp {
  readonly port: number;
  close(): void;
}

const page = `<!doctype html>
<title>A foreign application</title>
<button id="popup">Popup</button>
<button id="redirect">Redirect</button>
<output></output>
<script type="module" src="/page.js"></script>`;

/** Somebody else's web application on a port of its own, with Google's SDK in it. */
export async function startForeignApp(): Promise<ForeignApp> {
  const script = await bundlePage('foreign-page.ts');
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

/** A page's script with all that it imports. */
export async function bundlePage(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, file),
        formats: ['es'],
        fileName: 'page',
      },
    },
  });
  const [first] = [built].flat();
  const [chunk] = first && 'output' in first ? first.output : [];
  if (chunk?.type !== 'chunk') {
    throw new Error(`${file} was not bundled.`);
  }
  return chunk.code;
}

/** Replaces Google's script in the page and in our frame, so that nothing of Google's is loaded. */
export async function replaceGapi(target: Page): Promise<void> {
  await target
    .context()
    .route('https://apis.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: gapiStub }),
    );
}
