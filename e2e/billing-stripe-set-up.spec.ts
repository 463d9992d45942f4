import { expect, test } from '@playwright/test';
import { emulator } from './support/places.ts';

test('the Stripe emulator tells Hearth what happens', async () => {
  const control = (route: string, body: object) =>
    fetch(`${emulator.url}/_control/${route}`, { method: 'POST', body: JSON.stringify(body) });
  expect((await control('config', { draftMinutes: 0 })).status).toBe(200);
  expect((await control('webhooks', emulator.webhook)).status).toBe(200);
});
