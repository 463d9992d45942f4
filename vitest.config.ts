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
  'stripe/stripe',
  'prices/interval-changes',
  'embedded-postgres',
  'npm-start',
  'restored-folder',
  'slow-provider-jobs',
  'audit-trail',
  'pay-or-cancel',
  'cli/billing-stripe',
];

/** A worker ends, with all that it has loaded and compiled, if the next file is another project's: those of one stay together. */
class OneProjectAfterTheOther extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const long = slowest.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.replace('.full.', '.').endsWith(`/${name}.test.ts`)),
    );
    const rest = sorted.toSorted((one, other) => (one.project.name < other.project.name ? -1 : 1));
    return [...new Set([...of('repository'), ...long, ...of('server'), ...of('web'), ...rest])];
  }
}

export default defineConfig({
  test: {
    // Some of a worker's time is waiting for the database, so two cores have room for three. A fourth would load and compile the product once more, for nothing.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: OneProjectAfterTheOther },
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
