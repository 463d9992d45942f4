import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { webTests } from './vitest-project.ts';

/** Hearth's screens around a product that has all kinds of screens; the one in `app/` has none. */
export default defineProject(
  webTests({
    name: 'pictures',
    include: ['src/app/own-product.full.test.tsx'],
    alias: {
      '@hearth/app/web': join(import.meta.dirname, '../examples/pictures/web/index.ts'),
    },
  }),
);
