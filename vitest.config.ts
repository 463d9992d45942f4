import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
