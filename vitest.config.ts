import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes each in the long run; whichever of them begins last would run on alone. */
const slowest = [
  'stripe-histories',
  'sandbox-histories',
  'changes/crashes',
  'kills',
  'payment-provider/stripe',
  'operator-stripe',
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = slowest.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)),
    );
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  test: {
    // One short of the cores is the default; on two that would leave one idle while tests wait for the
    // database. The long ones wait for providers that are slow or away, too.
    maxWorkers: process.env.HEARTH_LONG ? 3 : '100%',
    sequence: { sequencer: SlowestFirst },
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
