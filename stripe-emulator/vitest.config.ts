import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['hearth-source', 'node'] },
  ssr: { resolve: { conditions: ['hearth-source', 'node'] } },
  test: {
    name: 'stripe-emulator',
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000,
  },
});
