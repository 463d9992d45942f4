import { defineConfig } from 'vitest/config';

/** Assumptions about Stripe, looked at in the test mode of an account there: `npm run test:stripe`. */
export default defineConfig({
  resolve: { conditions: ['hearth-source', 'node'] },
  ssr: { resolve: { conditions: ['hearth-source', 'node'] } },
  test: {
    name: 'at Stripe',
    root: import.meta.dirname,
    include: ['test/at-stripe/*.check.ts'],
    // Test mode allows 25 requests per second.
    fileParallelism: false,
    // A test clock takes minutes where the account has much to do.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
