import { expect, test } from '@playwright/test';
import { standIn } from './support/places.ts';

const words =
  'Stripe: SKIPPED, the stand-in is not at ../shared; the billing journeys ran on the sandbox only.';

test('Stripe’s stand-in tells Hearth what happens', async () => {
  if (!standIn) {
    process.stderr.write(`${words}\n`);
  }
  test.skip(!standIn, words);
  const answer = await fetch(`${standIn?.url}/_control/webhooks`, {
    method: 'POST',
    body: JSON.stringify(standIn?.webhook),
  });
  expect(await answer.json()).toEqual({ hooks: 1 });
});
