import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipFile } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { groups } from './chunks.ts';
import { inertSchemas } from './inert-schemas.ts';
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

/** The router exports its development build only, and warns developers in its production build too: 1.2 kB of the first load. */
function productionRouter(): Plugin {
  const router = new URL('../production/index.mjs', import.meta.resolve('react-router'));
  return {
    name: 'production-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: fileURLToPath(router) },
          // A copy of what React has had for years.
          { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
        ],
      },
    }),
    transform: {
      filter: { id: /react-router.dist.production/ },
      handler: (code) => ({
        code: code
          // Calls of them are left out, with their sentences: they only write to the console.
          .replace(/^function warning(Once)?\(/gm, '/*#__NO_SIDE_EFFECTS__*/ $&')
          // The router's sentences for developers; the stack of the error says as much.
          .replace(
            /(\binvariant\(\n(?:(?!\n\s*\);)[\s\S])*?),\n\s*(?:`[^`]*`|"[^"\n]*")(?=\n\s*\);)/g,
            '$1',
          ),
        map: null,
      }),
    },
  };
}

/** Leaves out i18next's sentences for developers, and the entities of its `<Trans>`, which nothing here uses: 1.4 kB of the first load. */
function quietTranslations(): Plugin {
  return {
    name: 'quiet-translations',
    apply: 'build',
    transform: {
      filter: { id: /i18next.dist.(esm.i18next|es.(unescape|utils))\.js/ },
      handler: (code) => ({
        code: code
          .replace(/(?<!=> )this\.logger\.(warn|log|deprecate)\([^\n]*?\);(?=\n|else\b)/g, ';')
          .replace(/^export const warnOnce =/m, '/*#__NO_SIDE_EFFECTS__*/ $&')
          .replace(/^const htmlEntities[\s\S]*/m, 'export const unescape = (text) => text;'),
        map: null,
      }),
    },
  };
}

/** Loads a chunk, and says where that fails as Vite does: app/crash-boundary.tsx listens. */
const loadChunk = `export function __vitePreload(load) {
  return load().catch((error) => {
    if (dispatchEvent(new Event('vite:preloadError', { cancelable: true }))) throw error;
  });
}`;

/** Vite's own helper also fetches styles and chunks ahead, which no chunk here asks for: 0.4 kB of the first load. */
function shortPreloadHelper(): Plugin {
  return {
    name: 'short-preload-helper',
    apply: 'build',
    load: { order: 'pre', filter: { id: /vite.preload-helper/ }, handler: () => loadChunk },
    generateBundle(_options, bundle) {
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'));
      if (styles.length > 1) {
        this.error(`Styles of a chunk would not be loaded with it: ${styles.join(', ')}.`);
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    productionRouter(),
    quietTranslations(),
    shortPreloadHelper(),
    inertSchemas(),
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
    // All promised browsers know modulepreload. The page itself names what its route needs; lists of it in the code would be 1 kB of the first load.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // No code here reads a property only for what its getter does.
      treeshake: {
        propertyReadSideEffects: false,
        // Screens that format nothing do not load the formats.
        moduleSideEffects: [{ test: /shared.i18n.(index|format)\.ts$/, sideEffects: false }],
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, toServer])),
  },
});
