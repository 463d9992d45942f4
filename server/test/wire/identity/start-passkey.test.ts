import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskey, startPasskey } from '../../harness/passkey-device.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, createVerifiedPerson, expectRefusal } from '../../harness/wire-client.ts';

describe('startPasskey', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('asks for a key that the device finds by itself, and that checks the person', async () => {
    const ada = await createVerifiedPerson(app);
    const answer = await startPasskey(app, ada);
    expect(answer.statusCode, answer.body).toBe(200);
    const { options } = answer.json().data;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: app.config.product.productName },
      user: { name: ada.email, id: Buffer.from(ada.uid).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const again = await startPasskey(app, ada);
    expect(again.json().data.options.challenge).not.toBe(options.challenge);
  });

  it('leaves out devices that have one already', async () => {
    const ada = await createVerifiedPerson(app);
    const { credentialId } = await addPasskey(app, ada);
    const { options } = (await startPasskey(app, ada)).json().data;
    expect(options.excludeCredentials).toMatchObject([{ id: credentialId }]);
  });

  it('an unverified address: refused', async () => {
    expectRefusal(await startPasskey(app, await createPerson(app)), 'auth/unverified-email');
  });

  it('a sign-in of six minutes ago: refused', async () => {
    const ada = await createVerifiedPerson(app);
    app.clock.advance(6 * 60_000);
    expectRefusal(await startPasskey(app, ada), 'auth/requires-recent-login');
  });

  it('the twenty-first: refused', async () => {
    const ada = await createVerifiedPerson(app);
    for (let count = 0; count < 20; count += 1) {
      await addPasskey(app, ada);
    }
    const answer = await startPasskey(app, ada);
    expectRefusal(answer, 'auth/maximum-passkey-count-exceeded');
  });
});

it.each(['http://192.0.2.7:3000', 'http://[2001:db8::7]', 'http://hearth.example'])(
  '%s, where browsers offer none: refused',
  async (publicUrl) => {
    const app = await createOwnTestApp({ env: { PUBLIC_URL: publicUrl } });
    const ada = await createVerifiedPerson(app);
    expectRefusal(await startPasskey(app, ada), 'auth/passkeys-off');
  },
);
