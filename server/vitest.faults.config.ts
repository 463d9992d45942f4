import { defineConfig } from 'vitest/config';

/** Faults of machines, planted one at a time in the built product: `npm run test:faults`. */
export default defineConfig({
  resolve: { conditions: ['hearth-source', 'node'] },
  ssr: { resolve: { conditions: ['hearth-source', 'node'] } },
  test: {
    name: 'faults',
    root: import.meta.dirname,
    include: [
      'test/faults/**/*.fault.ts',
      // Faults that take nothing away from anybody else are planted by ordinary tests.
      'test/teams/locked-project.test.ts',
      'test/platform/refused-starts.full.test.ts',
      'test/identity/token-verifiers.test.ts',
      'test/observe/dashboard.test.ts',
    ],
    globalSetup: ['test/harness/postgres.ts'],
    // One fault at a time: most of them take the machine, or the database, away from everybody.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
