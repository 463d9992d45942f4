import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['hearth-source', 'node'] },
  ssr: { resolve: { conditions: ['hearth-source', 'node'] } },
  test: {
    name: 'stripe-emulator',
    root: import.meta.dirname,
    // Those in `test/postgres` run with the server's tests, which have a PostgreSQL.
    include: ['test/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000,
  },
});
