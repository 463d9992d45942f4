import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { webTests } from './vitest-project.ts';

/** Hearth's screens without the product in `app/`, whose routes and words would change what they show. */
export default defineProject(
  webTests({
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/front-server.test.tsx', 'src/app/own-product.full.test.tsx'],
    alias: { '@hearth/app/web': join(import.meta.dirname, 'test/empty-app.ts') },
  }),
);
