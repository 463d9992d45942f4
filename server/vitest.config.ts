import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['hearth-source', 'node', 'module'] },
  ssr: { resolve: { conditions: ['hearth-source', 'node', 'module'] } },
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../contract/src/**/*.test.ts'],
    globalSetup: ['test/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
