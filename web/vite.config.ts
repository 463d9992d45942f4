import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipFile } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defineConfig,
  type Plugin,
  type ProxyOptions,
  type Rolldown,
} from 'vite';

/** Its default is quality 11, the best. */
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipFile);

const server = 'http://localhost:3000';

/** The server accepts cookie calls from its own origin only, so the dev proxy speaks in its name. */
const toServer: ProxyOptions = {
  target: server,
  changeOrigin: true,
  configure(proxy) {
    proxy.on('proxyReq', (request) => {
      if (request.hasHeader('origin')) {
        request.setHeader('origin', server);
      }
    });
  },
};

const serverPaths = [
  '/v1',
  '/v2',
  '/functions',
  '/securetoken.googleapis.com',
  '/www.googleapis.com',
  '/identitytoolkit',
  '/emulator',
  '/config.json',
  '/.well-known',
  '/healthz',
  '/readyz',
  '/avatars',
  '/sandbox',
  // These screens are the page's own.
  '^/dev/(?!(mailbox|clock|ui|identity-provider)($|[?]))',
];

/** Packs each file once, at build time, as small as it gets; packing for each request would be less and worse. */
function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|json)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name);
          const content = await readFile(file);
          await writeFile(`${file}.br`, await brotli(content));
          await writeFile(
            `${file}.gz`,
            await gzip(content, { level: constants.Z_BEST_COMPRESSION }),
          );
        }),
      );
    },
  };
}

/** The router exports its development build only, which is full of warnings: 0.4 kB of the first load. */
function productionRouter(): Plugin {
  const router = new URL('../production/index.mjs', import.meta.resolve('react-router'));
  return {
    name: 'production-router',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^react-router$/, replacement: fileURLToPath(router) }] },
    }),
  };
}

/** One file each for the code that every public screen loads: 6 kB less than in many pieces. */
const firstLoad: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  {
    name: 'public',
    test: /features.auth.(?!social)|shared.(auth-form.(?!new-account)|form|ui.(field|notice|password-field|text-link))/,
    minShareCount: 2,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), productionRouter(), packedFiles()],
  resolve: { conditions: ['hearth-source', ...defaultClientConditions] },
  // The server puts each response's own nonce in place of this.
  html: { cspNonce: '__HEARTH_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Every browser that knows this page's colours knows modulepreload too.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoad } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, toServer])),
  },
});
