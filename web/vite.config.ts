import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type ProxyOptions } from 'vite';

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
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/config.json',
  '/.well-known',
  '/healthz',
  '/readyz',
  '/dev',
];

/**
 * The page needs the contract's types, paths and names, and trusts its own server: zod itself would
 * be 7 kB (gzip) of the first load that never run. A screen that wants to parse must take this out.
 */
function contractWithoutZod(): Plugin {
  const zod = "import * as z from 'zod/mini';";
  const standIn = `
    const schema = { check: () => schema };
    const z = new Proxy({}, {
      get: (_, name) => (options) => (name === 'enum' ? { ...schema, options } : schema),
    });
  `;
  return {
    name: 'contract-without-zod',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract\/src\/.*\.ts$/ },
      handler: (code) => code.replace(zod, standIn),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), contractWithoutZod()],
  resolve: { conditions: ['hearth-source', ...defaultClientConditions] },
  // The server puts each response's own nonce in place of this.
  html: { cspNonce: '__HEARTH_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // One file for what every page loads first: 6 kB (gzip) less than the same in twenty pieces.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths.map((path) => [path, toServer])),
  },
});
