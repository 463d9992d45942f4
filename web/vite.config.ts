import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defineConfig,
  type Plugin,
  type ProxyOptions,
  type Rolldown,
} from 'vite';

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
  '^/dev/(?!(mailbox|clock|identity-provider)($|[?]))',
];

/**
 * The page needs the contract's types, paths and names, and trusts its own server: zod, the schemas
 * and the lists of refusals would be 9 kB (gzip) of the first load that never run. An enumeration
 * keeps its options. A screen that wants to parse must take this out.
 */
function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract\/src\/.*\.ts$/ },
      handler(code) {
        const program: unknown = this.parse(code, { lang: 'ts' });
        const cuts: Cut[] = [];
        if (isNode(program)) {
          collectCuts(program, code, cuts);
        }
        return cuts.reduceRight(
          (text, { start, end, by }) => text.slice(0, start) + by + text.slice(end),
          code,
        );
      },
    },
  };
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** In the order of the text, none inside another. */
function collectCuts(node: SyntaxNode, code: string, cuts: Cut[]): void {
  const { start, end } = node;
  const by = standInFor(node, code.slice(start, end));
  if (by !== undefined) {
    cuts.push({ start, end, by });
    return;
  }
  for (const part of Object.values(node).flat().filter(isNode)) {
    collectCuts(part, code, cuts);
  }
}

function standInFor(node: SyntaxNode, text: string): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return text.includes("'zod/mini'") ? '' : undefined;
    case 'CallExpression': {
      const options = /^z\.enum\((\[[^\]]*\])\)$/.exec(text)?.[1];
      const schema = options ? `{ options: ${options} }` : '{}';
      return isSchema(node) ? schema : undefined;
    }
    case 'Property':
      return text.startsWith('refusals:') ? 'refusals: []' : undefined;
    default:
      return undefined;
  }
}

/** `z.string()`, and what is chained to it. */
function isSchema(node: SyntaxNode): boolean {
  const inner = node.callee ?? node.object;
  return isNode(inner) ? isSchema(inner) : node.type === 'Identifier' && node.name === 'z';
}

function isNode(part: unknown): part is SyntaxNode {
  return typeof part === 'object' && part !== null && 'type' in part && 'start' in part;
}

/** Two libraries that bring more than the page needs: 0.8 kB (gzip) of the first load. */
function leanLibraries(): Plugin {
  // The router exports its development build only, which is full of warnings.
  const router = new URL('../production/index.mjs', import.meta.resolve('react-router'));
  return {
    name: 'lean-libraries',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: fileURLToPath(router) },
          // What the shim stands in for is in React itself since 18.
          { find: 'use-sync-external-store/shim', replacement: 'react' },
        ],
      },
    }),
  };
}

/** What every public screen loads, in one file each: 7 kB (gzip) less than the same in many pieces. */
const firstLoad: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  {
    name: 'public',
    test: /features.auth.(?!social)|shared.auth-form.(?!new-account|use-check)|shared.ui.(text-|password-)?(field|link)\.|shared.ui.(notice|first-icons)/,
    minShareCount: 2,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), contractWithoutSchemas(), leanLibraries()],
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
