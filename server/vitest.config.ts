import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from '../sizes.config.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

export default defineConfig({
  resolve: { conditions: ['hearth-source', 'node'] },
  ssr: { resolve: { conditions: ['hearth-source', 'node'] } },
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      '../contract/src/**/*.test.ts',
      '../app/{server,test}/**/*.test.ts',
      '../examples/{pictures,tasks}/test/**/*.test.ts',
      '../sdk/test/**/*.test.ts',
      '../stripe-emulator/test/postgres/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...leftOut, ...(isRoot ? [] : ['**/*.root.test.ts'])],
    // Each file has databases of its own and nothing else to keep apart; loading the product for each costs more than most tests.
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/harness/postgres.ts'],
    // A machine may have other work: waiting ends when what is waited for is there, and long after it should be.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
