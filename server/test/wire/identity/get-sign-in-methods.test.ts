import { expect, it } from 'vitest';
import { social } from '../../audit/provider-changes.ts';
import { enrollApp } from '../../harness/authenticator.ts';
import { byMail, signInByLink } from '../../harness/email-sign-in.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { createPerson, createVerifiedPerson, document } from '../../harness/wire-client.ts';

const line = 'GET /v1/sign-in-methods';

it('answers password, providers, apps and recovery codes, with their last use', async () => {
  const app = await createOwnTestApp({});
  const ada = await createVerifiedPerson(app);
  await social(app, { email: ada.email, name: 'Ada Lovelace' });
  const { person, authenticator } = await enrollApp(app, ada);
  const answer = await document(app, line, person);
  expect(answer.json()).toEqual({
    password: {
      changed_at: expect.any(String),
      last_use: { at: expect.any(String), user_agent: expect.any(String) },
    },
    providers: [
      { provider: 'google.com', email: ada.email, linked_at: expect.any(String), last_use: null },
    ],
    passkeys: [],
    second_factors: [
      {
        id: authenticator.id,
        display_name: 'Phone',
        enrolled_at: expect.any(String),
        last_used_at: null,
      },
    ],
    recovery_codes_left: 10,
    second_factor_offered: true,
  });
});

it('an installation where people sign in by mail: answers when, apart from the password', async () => {
  const app = await createOwnTestApp({ product: { policy: byMail } });
  const ada = await createVerifiedPerson(app);
  const before = await document(app, line, ada);
  expect(before.json()).toMatchObject({ email_link: { last_use: null } });
  const { idToken } = (await signInByLink(app, ada.email)).json();
  const answer = await document(app, line, { idToken });
  expect(answer.json().email_link.last_use).toEqual({
    at: expect.any(String),
    user_agent: expect.any(String),
  });
  expect(answer.json().password).toEqual(before.json().password);
});

it('an installation without second factors: none is offered', async () => {
  const app = await createOwnTestApp({ product: { policy: { secondFactor: 'off' } } });
  const answer = await document(app, line, await createPerson(app));
  expect(answer.json()).toMatchObject({ second_factors: [], second_factor_offered: false });
});
