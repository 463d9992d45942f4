import react from '@vitejs/plugin-react';
import { defaultServerConditions, defineConfig } from 'vite';

/** The pages about the product for the server, in one file with all that they import: the server installs no React. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The contract is compiled at the same time, so nothing here may wait for what comes of it.
  ssr: {
    noExternal: true,
    resolve: { conditions: ['hearth-source', ...defaultServerConditions] },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    ssr: 'src/front-server.tsx',
    outDir: 'dist/server',
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'front.mjs', codeSplitting: false } },
  },
});
