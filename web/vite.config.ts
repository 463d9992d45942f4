import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipFile } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { groups } from './chunks.ts';
import { englishWords } from './other-languages.ts';
import { browserslist } from './package.json' with { type: 'json' };
import { routePreloads } from './route-preloads.ts';

/** The oldest browsers that package.json promises, as esbuild names them: `chrome120`. */
const promised = browserslist.map((one) => one.replace('ios_saf', 'ios').replace(' >= ', ''));

/** Its default is quality 11, the best. */
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipFile);

const server = `http://localhost:${process.env.PORT || 3000}`;

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
  '/api',
  '/v1',
  '/v2',
  '/functions',
  '/securetoken.googleapis.com',
  '/www.googleapis.com',
  '/identitytoolkit',
  '/emulator',
  '/config.json',
  '/openapi.json',
  '/docs',
  '/.well-known',
  '/healthz',
  '/readyz',
  '/oauth',
  '/avatars',
  '/brand',
  '/words',
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

/** Prepares the picture that the page shows until its code has come. */
function firstPicture(): Plugin {
  return {
    name: 'first-picture',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server: isDev }) =>
        isDev
          ? // Our server leaves one of these in the page.
            html.replace(/<!--(frame|front|bar)-->[\s\S]*?<!--\/\1-->/g, '')
          : html
              // It needs styles and font, which come first therefore.
              .replace('<script type="module"', '$& fetchpriority="low"')
              // Comments and indentation are for us.
              .replace(/\n\s*\/\/.*/g, '')
              .replace(/\n\s+/g, '\n'),
    },
  };
}

/** Modules that the built page has instead of others. */
function productionModules(): Plugin {
  const router = new URL('../production/index.mjs', import.meta.resolve('react-router'));
  return {
    name: 'production-modules',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          // Its production build, which it does not export.
          { find: /^react-router$/, replacement: fileURLToPath(router) },
          // A copy of what React has had for years.
          { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
          { find: 'zod/mini', replacement: join(import.meta.dirname, 'empty-schemas.ts') },
        ],
      },
    }),
    onLog(_level, log) {
      if (log.code === 'IMPORT_IS_UNDEFINED') {
        this.error(log);
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    productionModules(),
    routePreloads(),
    englishWords(),
    firstPicture(),
    packedFiles(),
  ],
  resolve: { conditions: ['hearth-source', ...defaultClientConditions] },
  // The server puts each response's own nonce in place of this.
  html: { cspNonce: '__HEARTH_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: promised,
    // All promised browsers know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, toServer])),
  },
});
