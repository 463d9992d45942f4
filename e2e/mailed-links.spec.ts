import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { query, snapshot } from './support/database.ts';
import {
  applyLink,
  askForMail,
  callFunction,
  identityCall,
  mustCall,
  signUpByCall,
  type Tokens,
} from './support/identity-calls.ts';
import { mailedLink } from './support/mailbox.ts';
import { startOwnProduct } from './support/own-product.ts';
import { createProject, newPerson, type Person, signIn, signUp } from './support/people.ts';
import { specifiedConfig } from './support/places.ts';
import { inviteByScreen, rowOf } from './support/team.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test('a gateway that opens every mailed link and presses nothing changes no row', {
  tag: '@full',
}, async ({ browser, playwright }) => {
  const product = await startOwnProduct({ HEARTH_CONFIG: specifiedConfig });
  try {
    const { origin: baseURL, dataFolder } = product;
    const request = await playwright.request.newContext({ baseURL });
    const links = await mailEveryLink(request);
    // The work of each minute gives events their numbers; done now, it changes nothing later.
    await product.advance(1);
    const before = await settled(() => snapshot(dataFolder));

    for (const { link, shows } of links) {
      // Some look with a plain request first.
      await request.get(link);
      await request.head(link);
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(link);
      await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await context.close();
    }
    expect(await settled(() => snapshot(dataFolder))).toEqual(before);

    // A press does change rows, and the comparison sees it.
    const page = await browser.newPage();
    await page.goto(links[0]?.link ?? '');
    await page.getByRole('button', { name: 'Yes, verify my address' }).click();
    await expect(heading(page, 'Email verified')).toBeVisible();
    expect(await snapshot(dataFolder)).not.toEqual(before);
    await page.close();
    await request.dispose();
  } finally {
    await product.stop();
  }
});

test('yes on a phone verifies the session on the laptop', async ({ page, browser, request }) => {
  const person = await signUp(page);
  await page.goto('/profile');
  await expect(page.getByText('No', { exact: true })).toBeVisible();

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(await mailedLink(request, person.email, 'verify-email'));
  await expect(phone.getByText(person.name)).toBeVisible();
  await phone.getByRole('button', { name: 'Yes, verify my address' }).click();
  await expect(heading(phone, 'Email verified')).toBeVisible();

  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Yes', { exact: true })).toBeVisible();
  await mailedLink(request, person.email, 'revert-verification');
  await phone.context().close();
});

test('a link opened beside the session verifies by itself and mails no undo', {
  tag: '@full',
}, async ({ page, request }) => {
  const person = await signUp(page);
  await page.goto(await mailedLink(request, person.email, 'verify-email'));
  await expect(heading(page, 'Email verified')).toBeVisible();
  const codes = await query(
    `select type from action_codes c join accounts a on a.id = c.account_id
     where a.email = $1 and type = 'REVERT_VERIFICATION'`,
    [person.email],
  );
  expect(codes).toEqual([]);
});

test('not me leaves a squatter nothing', { tag: '@full' }, async ({ page, browser, request }) => {
  await signUp(page, newPerson('Olga'));
  const id = await createProject(page, 'Analytical Engine');
  const victim = newPerson('Mallory');
  await inviteByScreen(page, { id, email: victim.email });

  const squatter = await (await browser.newContext()).newPage();
  await signUp(squatter, victim);
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(await mailedLink(request, victim.email, 'verify-email'));
  await reader.getByRole('button', { name: 'Yes, verify my address' }).click();
  await expect(heading(reader, 'Email verified')).toBeVisible();
  await squatter.goto('/dashboard');
  await squatter
    .getByRole('button', { name: 'Accept the invitation to Analytical Engine' })
    .click();
  await expect(squatter.getByRole('link', { name: /Analytical Engine/ })).toBeVisible();
  const held = await holdEverything(request, victim);

  await reader.goto(await mailedLink(request, victim.email, 'revert-verification'));
  await reader.getByRole('button', { name: 'Lock the account' }).click();
  await expect(heading(reader, 'Account locked')).toBeVisible();

  await expectNothingLeft(request, victim, held);
  await squatter.goto(`/subscription/${id}`);
  await expect(squatter).toHaveURL(/\/signin/);
  await signIn(squatter, victim);
  await expect(squatter.getByRole('alert')).toBeVisible();
  await page.goto(`/subscription/${id}/users`);
  await expect(rowOf(page, 'Olga')).toBeVisible();
  await expect(rowOf(page, victim.email)).toHaveCount(0);

  await reader.getByRole('link', { name: 'Set a password by email' }).click();
  await reader.getByLabel('Email').fill(victim.email);
  await reader.getByRole('button', { name: 'Send reset link' }).click();
  await reader.goto(await mailedLink(request, victim.email, 'reset-password'));
  await reader.getByLabel('New password', { exact: true }).fill('mine from now on');
  await reader.getByLabel('Confirm new password', { exact: true }).fill('mine from now on');
  await reader.getByRole('button', { name: 'Save password' }).click();
  await reader.getByRole('link', { name: 'Sign in', exact: true }).click();
  await signIn(reader, { ...victim, password: 'mine from now on' });
  await expect(heading(reader, /^Welcome/)).toBeVisible();
  await expect(reader.getByText('Mallory')).toHaveCount(0);
});

interface Opened {
  readonly link: string;
  /** The result that the page shows when it is done. */
  readonly shows: string | RegExp;
}

/** One valid link of every kind that a mail carries. */
async function mailEveryLink(request: APIRequestContext): Promise<Opened[]> {
  const link = (to: Person, kind: string) => mailedLink(request, to.email, kind);

  const squatted = await signUpByCall(request);
  const owner = await signUpByCall(request, newPerson('Olga'));
  const data = { subscriptionId: await createFree(request, owner), permissions: [] };
  const invitation = { idToken: owner.idToken, data: { ...data, email: squatted.email } };
  await callFunction(request, 'createInvite', invitation);
  await askForMail(request, { requestType: 'VERIFY_EMAIL', idToken: squatted.idToken });

  const pressed = await verifiedByPress(request);
  await askForMail(request, { requestType: 'PASSWORD_RESET', email: pressed.email });
  const next = newPerson();
  await askForMail(request, toChange(pressed, next));

  const moved = await verifiedByPress(request);
  const moving = newPerson();
  await askForMail(request, toChange(moved, moving));
  await applyLink(request, await link(moving, 'verify-and-change-email'));

  const lost = await verifiedByPress(request);
  const losing = newPerson();
  await askForMail(request, toChange(lost, losing));
  await applyLink(request, await link(losing, 'verify-and-change-email'));
  await applyLink(request, await link(lost, 'recover-email'));

  const unnamed = newPerson();
  await nameEmailAfterProvider(request, unnamed.email);

  const stranger = newPerson();
  await askForMail(request, { requestType: 'EMAIL_SIGNIN', email: stranger.email });
  return [
    { link: await link(squatted, 'verify-email'), shows: 'Yes, verify my address' },
    { link: await link(pressed, 'reset-password'), shows: 'Save password' },
    { link: await link(next, 'verify-and-change-email'), shows: 'Change email' },
    { link: await link(moved, 'recover-email'), shows: 'Restore email' },
    { link: await link(pressed, 'revert-verification'), shows: 'Lock the account' },
    { link: await link(losing, 'account-recovered'), shows: 'Yes, it is my account' },
    { link: await link(squatted, 'invitation'), shows: /Sign in and join|Accept|Join/ },
    { link: await link(unnamed, 'verify-email'), shows: 'Welcome back' },
    { link: await link(stranger, 'sign-in-link'), shows: 'Press the button to sign in' },
  ];
}

async function createFree(request: APIRequestContext, { idToken }: Tokens): Promise<string> {
  const call = { idToken, data: { planId: 'free' } };
  return (await callFunction(request, 'createSubscription', call)).subscriptionId;
}

async function verifiedByPress(request: APIRequestContext): Promise<Person & Tokens> {
  const person = await signUpByCall(request);
  await askForMail(request, { requestType: 'VERIFY_EMAIL', idToken: person.idToken });
  await applyLink(request, await mailedLink(request, person.email, 'verify-email'));
  return person;
}

function toChange({ idToken }: Tokens, { email: newEmail }: Person) {
  return { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
}

/** A sign-in at a provider that gave no address, up to the mail to the one that the person named. */
async function nameEmailAfterProvider(request: APIRequestContext, email: string): Promise<void> {
  const continueUri = '/auth/callback';
  const begun = await mustCall(request, 'accounts:createAuthUri', {
    providerId: 'google.com',
    continueUri: new URL(continueUri, await originOf(request)).href,
  });
  const page = new URL(begun.authUri);
  const claims = { sub: email, name: 'Ada', nonce: page.searchParams.get('nonce') };
  const code = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const answer = new URL(continueUri, page.origin);
  answer.searchParams.set('state', page.searchParams.get('state') ?? '');
  answer.searchParams.set('code', code);
  const { sessionId } = begun;
  const finished = { requestUri: answer.href, sessionId, returnSecureToken: true };
  const { pendingToken } = await mustCall(request, 'accounts:signInWithIdp', finished);
  await mustCall(request, 'accounts:signInWithIdp', { pendingToken, sessionId, email });
}

async function originOf(request: APIRequestContext): Promise<string> {
  return new URL((await request.get('/readyz')).url()).origin;
}

/** Reads until two readings a second apart are equal: mails and jobs have come to rest. */
async function settled<Value>(read: () => Promise<Value>): Promise<Value> {
  let last = await read();
  const isAtRest = async () => {
    const earlier = last;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    last = await read();
    return JSON.stringify(last) === JSON.stringify(earlier);
  };
  await expect.poll(isAtRest, { timeout: 30_000 }).toBe(true);
  return last;
}

const googleOf = ({ email }: Person) => ({
  postBody: new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify({ sub: `google of ${email}` }),
  }).toString(),
  requestUri: 'http://localhost',
  returnSecureToken: true,
});

/** A program's session, and a provider that opens the account too. */
async function holdEverything(request: APIRequestContext, person: Person): Promise<Tokens> {
  const { email, password } = person;
  const signInBody = { email, password, returnSecureToken: true };
  const first = await mustCall(request, 'accounts:signInWithPassword', signInBody);
  await mustCall(request, 'accounts:signInWithIdp', {
    ...googleOf(person),
    idToken: first.idToken,
  });
  return await mustCall(request, 'accounts:signInWithPassword', signInBody);
}

async function expectNothingLeft(
  request: APIRequestContext,
  person: Person,
  { localId, idToken, refreshToken }: Tokens,
): Promise<void> {
  const { email, password } = person;
  const dead = [
    await identityCall(request, 'accounts:lookup', { idToken }),
    await identityCall(request, 'token', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    }),
    await identityCall(request, 'accounts:signInWithPassword', { email, password }),
    await identityCall(request, 'accounts:signInWithIdp', {
      ...googleOf(person),
      autoCreate: false,
    }),
  ];
  expect(dead.map(({ body }) => body.error?.message)).toEqual([
    'TOKEN_EXPIRED',
    'TOKEN_EXPIRED',
    'INVALID_LOGIN_CREDENTIALS',
    'EMAIL_NOT_FOUND',
  ]);
  for (const table of ['sessions', 'identity_links', 'memberships', 'action_codes']) {
    expect(await query(`select 1 from ${table} where account_id = $1`, [localId])).toEqual([]);
  }
}
