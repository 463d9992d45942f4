import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { configDefaults, type UserWorkspaceConfig } from 'vitest/config';
import { leftOut } from '../sizes.config.ts';

interface WebTests {
  readonly name: string;
  readonly include: string[];
  readonly exclude?: string[];
  /** Files in the place of packages. */
  readonly alias?: Record<string, string>;
}

/** Settings of tests that have screens in them. */
export function webTests({
  name,
  include,
  exclude = [],
  alias = {},
}: WebTests): UserWorkspaceConfig {
  return {
    root: import.meta.dirname,
    plugins: [react()],
    resolve: { conditions: ['hearth-source', ...defaultClientConditions], alias },
    test: {
      name,
      environment: 'happy-dom',
      include,
      exclude: [...configDefaults.exclude, ...leftOut, ...exclude],
      // Testing Library cleans up after each test only where `afterEach` is a global.
      globals: true,
      setupFiles: ['test/setup.ts'],
      // Loading the application anew for each file took a fifth of the time.
      pool: 'threads',
      isolate: false,
      restoreMocks: true,
      // A test may wait for lazy pages, one after the other, on a machine that has much to do; so may a hook that opens them.
      testTimeout: 120_000,
      hookTimeout: 40_000,
    },
  };
}
