import { defineProject } from 'vitest/config';
import { webTests } from './vitest-project.ts';

/** The screens of the product in `app/`. */
export default defineProject(webTests({ name: 'app', include: ['../app/web/**/*.test.{ts,tsx}'] }));
