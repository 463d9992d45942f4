import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['hearth-source', ...defaultClientConditions] },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    // Testing Library cleans up after each test only where `afterEach` is a global.
    globals: true,
    setupFiles: ['test/setup.ts'],
    // Loading the application anew for each file took a fifth of the time.
    pool: 'threads',
    isolate: false,
    restoreMocks: true,
    // A test may wait for lazy pages, one after the other, on a machine that has much to do.
    testTimeout: 20_000,
  },
});
