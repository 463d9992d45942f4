import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One short of the cores is the default; on two that would leave one idle while tests wait for the
    // database. The long ones wait for providers that are slow or away, too.
    maxWorkers: process.env.HEARTH_LONG ? 3 : '100%',
    projects: [
      'server/vitest.config.ts',
      'web/vitest.config.ts',
      {
        test: {
          name: 'repository',
          root: import.meta.dirname,
          include: ['scripts/**/*.test.mjs'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
