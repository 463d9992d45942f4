import { expect, it } from 'vitest';
import { runCommand } from './run-command.mjs';

it.each([
  ['no key', '', 'is not set'],
  ['a live key', 'sk_live_51abc', 'is a live key'],
  ['a restricted live key', 'rk_live_51abc', 'is a live key'],
  ['a publishable key', 'pk_test_51abc', 'is no secret key of test mode'],
])('npm run test:stripe with %s: asks Stripe nothing and says why', async (_case, key, words) => {
  const env = { STRIPE_TEST_KEY: key };
  const { code, output } = await runCommand(process.execPath, ['scripts/test-stripe.mjs'], { env });
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^STRIPE_TEST_KEY ${words}[^\n]+\n$`));
  expect(output).not.toContain('51abc');
});
