import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { leftOut } from './sizes.config.ts';

/** The longest; whichever of them begins last would run on alone. */
const slowest = [
  'stripe-histories.long',
  'changes/crashes',
  'kills',
  'event-kills',
  'payment-provider/random-invoices',
  'payment-provider/stripe',
  'prices/interval-changes',
  'embedded-postgres',
  'npm-start',
  'restored-folder',
  'slow-provider-jobs',
  'audit-trail',
  'pay-or-cancel',
  'cli/billing-stripe',
];

/** A worker keeps the loaded product only while the next file is the server's too, so those stay together. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const repository = sorted.filter(({ project }) => project.name === 'repository');
    const long = slowest.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.replace('.full.', '.').endsWith(`/${name}.test.ts`)),
    );
    return [...new Set([...repository, ...long, ...sorted])];
  }
}

export default defineConfig({
  test: {
    // Some of a worker's time is waiting for the database, so two cores have room for three. A fourth would load and compile the product once more, for nothing.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: SlowestFirst },
    projects: [
      'server/vitest.config.ts',
      'stripe-emulator/vitest.config.ts',
      'web/vitest.config.ts',
      'web/vitest.app.config.ts',
      'web/vitest.front.config.ts',
      'web/vitest.pictures.config.ts',
      {
        test: {
          name: 'repository',
          root: import.meta.dirname,
          include: ['scripts/**/*.test.mjs'],
          exclude: [...configDefaults.exclude, ...leftOut],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
