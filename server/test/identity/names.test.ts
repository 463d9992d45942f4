import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create as createApiKey } from '../../src/cli/api-keys.ts';
import { toIdentity } from '../../src/modules/identity/social/claims.ts';
import {
  billingDetails,
  createPaidSubscription,
  expectDone,
} from '../billing/support/payment-scenes.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  newAddress,
  type Person,
} from '../harness/wire-client.ts';

const written = '\u202eAda\r\nLovelace \u2067👩‍👩‍👧\u2069 نامه\u200cای\u0007';
const stored = 'Ada Lovelace 👩‍👩‍👧 نامه\u200cای';

/** Tags only, Hangul's filler, and the like. */
const unseen = [
  '\u3164',
  '\u200b',
  '\u2800',
  '\u00ad',
  '\u115f',
  '\u{e0041}\u{e007f}',
  '\u0301',
  '\u200d\ufe0f',
];

describe('a name', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
  });
  afterAll(() => app.close());

  const signUp = (displayName: string) =>
    identity(app, '/v1/accounts:signUp', {
      email: newAddress(),
      password: 'correct horse',
      displayName,
    });
  const change = (displayName: string) =>
    identity(app, '/v1/accounts:update', { idToken: ada.idToken, displayName });
  const patch = (display_name: string) =>
    document(app, `PATCH /v1/users/${ada.uid}`, { body: { display_name }, idToken: ada.idToken });
  const rename = (name: string) =>
    document(app, `PATCH /v1/subscriptions/${subscriptionId}`, {
      body: { settings: { name } },
      idToken: ada.idToken,
    });
  const call = (name: string, data: object) => callable(app, name, { data, idToken: ada.idToken });

  it('is stored on one line, without controls and marks of direction, wherever it is given', async () => {
    expect((await signUp(written)).json()).toMatchObject({ displayName: stored });
    expect((await change(written)).json()).toMatchObject({ displayName: stored });
    expect((await patch(written)).json()).toMatchObject({ display_name: stored });
    expect((await rename(written)).json()).toMatchObject({ settings: { name: stored } });

    const { address, ...payer } = billingDetails;
    const lines = { name: written, company: written, purchase_order: written };
    const details = { ...payer, ...lines, address: { ...address, line1: written, line2: written } };
    expectDone(await call('updateBillingDetails', { subscriptionId, ...details }));
    expect(expectDone(await call('getBillingDetails', { subscriptionId }))).toMatchObject({
      name: stored,
      company: stored,
      purchase_order: stored,
      address: { line1: stored, line2: stored },
    });

    const { secret } = await makeKey(app);
    const body = { url: 'https://example.com/hook', description: written };
    const endpoint = await callServer(app, 'POST /webhook-endpoints', { secret, body });
    expect(endpoint.json()).toMatchObject({ description: stored });

    expect(toIdentity('google.com', { subject: '1', displayName: written }).displayName).toBe(
      stored.replace(' ', ''),
    );
    expect(await createApiKey(written, ['accounts:read'], app)).toContain(`"${stored}"`);
  });

  it.each(unseen)('of which nothing is seen is refused: %j', async (name) => {
    expectIdentityRefusal(await signUp(name), 'auth/invalid-display-name');
    expectIdentityRefusal(await change(name), 'auth/invalid-display-name');
    expectRefusal(await patch(name), 'auth/invalid-display-name');
    expectRefusal(await rename(name), 'subscription/invalid-name');
    const details = { ...billingDetails, subscriptionId, name };
    expectRefusal(await call('updateBillingDetails', details), 'billing/details-incomplete');
    await expect(createApiKey(name, ['accounts:read'], app)).rejects.toThrow('A key needs a name');
    expect(toIdentity('google.com', { subject: '1', displayName: name }).displayName).toBe('');
  });
});
