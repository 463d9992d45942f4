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
import { inertSchemas } from './inert-schemas.ts';
import { routePreloads } from './route-preloads.ts';

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
      // Calls of them are left out, with their sentences: they only write to the console.
      handler: (code) => ({
        code: code.replace(/^function warning(Once)?\(/gm, '/*#__NO_SIDE_EFFECTS__*/ $&'),
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

/** Calls that only signed-in screens make, but for those that are made before the screen is there. */
const insideCalls =
  /contract.src.(billing.(?!minor)|members.(?!list-invites)|subscriptions.(?!list|get)|identity.(delete|end-|list-|get-))/;

/** The frame of the signed-in screens and what most of them share. */
const insideParts =
  /tanstack(?!.*[iI]nfinite)|app.(layouts.(shell|top-bar|sidebar|visited|offline|unsaved-guard|open-search|use-sign-out)|providers-signed-in|search.(use-projects|last-visited))|features.dashboard.(use-invites|use-list-subscriptions|use-checklist|checklist|name-project-form|needs-payment)|lucide.*icons.(plus|chevron-right)\.|shared.(leaving|use-search-text|online.use-online|current-subscription|verification|undo|plans.(charged-price|use-price-text|use-resume-subscription)|i18n.to-server-text|ui.(button-link|meter|dialog|confirm-dialog|page-header|avatar|hue|project-mark|empty-state|skeleton|toaster|retry-note))/;

/** Parts that the pages about the product share with the signed-in screens: a plan as an offer, money and dates, the choices, and the drawings. */
const offerParts =
  /lucide.*icons.check\.|contract.src.billing.minor-units|shared.(i18n.format\.|plans.(plan-frame|feature-list|limit-list)|ui.(badge|drawing|segmented|tool-select))/;

/** Groups have their say from above: the first that a module fits takes it. */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'first',
    tags: ['$initial'],
    test: (id) => !(insideCalls.test(id) || offerParts.test(id)),
    priority: 5,
  },
  // One file each for the code that every public screen loads: 6 kB less than in many pieces.
  {
    name: 'public',
    test: /features.auth.(?!social)|shared.(auth-form.(?!new-account)|form|ui.(field|notice|password-field|text-link))/,
    minShareCount: 2,
    priority: 4,
  },
  // Menus and dialogs of Radix, which a screen needs only once one is opened.
  {
    name: 'overlays',
    test: /radix-ui|floating-ui|aria-hidden|focus-|react-remove-scroll|react-style-singleton|use-(callback-ref|sidecar)|tslib|shared.ui.(menu|dialog-frame|style-nonce)/,
    priority: 3,
  },
  // One file for the buttons of providers, instead of three small ones.
  {
    name: 'social',
    test: /features.auth.social-sign-in\.|shared.social.(use-social-sign-in|provider-button)|identity.social-provider/,
    priority: 3,
  },
  { name: 'offers', test: (id) => offerParts.test(id), priority: 3 },
  // One file for the choice between prices, which only some products need.
  {
    name: 'prices',
    test: /shared.plans.(prices|price-switch|use-price-choice|use-plan-words|visitor-currency)\./,
    priority: 3,
  },
  {
    name: 'inside',
    test: (id) => insideCalls.test(id) || insideParts.test(id),
    priority: 2,
  },
  // Code that all screens of a project share, and the dashboard does without.
  {
    name: 'project',
    test: /app.(layouts.(subscription-layout|project|return-url)|guards-(permission|paid))/,
    priority: 1,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    productionRouter(),
    shortPreloadHelper(),
    inertSchemas(),
    routePreloads(),
    packedFiles(),
  ],
  resolve: { conditions: ['hearth-source', ...defaultClientConditions] },
  // The server puts each response's own nonce in place of this.
  html: { cspNonce: '__HEARTH_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Every browser that knows this page's colours knows modulepreload too.
    target: 'es2022',
    // The page itself names what its route needs; lists of it in the code would be 1 kB of the first load.
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
