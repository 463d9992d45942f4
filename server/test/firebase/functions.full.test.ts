import { signOut } from 'firebase/auth';
import { httpsCallable, httpsCallableFromURL } from 'firebase/functions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingDetails } from '../billing/support/payment-scenes.ts';
import { identity } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  type ListeningApp,
  signUpNewUser,
} from './firebase-client.ts';

const id = /^[A-Za-z0-9]{20}$/;

describe('Google’s Firebase SDK, with functions', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  async function signedIn() {
    const client = createClient(app);
    const user = await signUpNewUser(client.auth);
    return { ...client, user, create: httpsCallable(client.functions, 'createSubscription') };
  }

  it('calls one as the person who is signed in', async () => {
    const { create } = await signedIn();
    const { data } = await create({ planId: 'free' });
    expect(data).toEqual({ subscriptionId: expect.stringMatching(id) });
  });

  it('calls one by its whole address', async () => {
    const { functions } = await signedIn();
    const url = `${app.origin}/functions/us-central1/createSubscription`;
    const { data } = await httpsCallableFromURL(functions, url)({ planId: 'free' });
    expect(data).toEqual({ subscriptionId: expect.stringMatching(id) });
  });

  it('calls ten at once, and equal ones count as one', async () => {
    const { create } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ planId: 'free' })));
    const ids = answers.map(({ data }) => (data as { subscriptionId: string }).subscriptionId);
    expect(new Set(ids).size).toBe(1);
  });

  it('reads its errors: code, sentence, details', async () => {
    const { create } = await signedIn();
    await expect(create({ planId: 'gold' })).rejects.toMatchObject({
      code: 'functions/failed-precondition',
      message: expect.stringMatching(/^This plan is no longer offered\./),
      details: { code: 'plan/legacy' },
    });
  });

  it.each([
    ['not-found', { planId: 'unknown' }],
    ['invalid-argument', {}],
    ['invalid-argument', { planId: 7 }],
    ['invalid-argument', { planId: 'free', ownerId: 'somebody' }],
    ['invalid-argument', null],
    ['invalid-argument', undefined],
    ['invalid-argument', 'free'],
    ['invalid-argument', ['free']],
    ['invalid-argument', { planId: '\0' }],
  ])('reads functions/%s for %j', async (code, data) => {
    const { create } = await signedIn();
    await expect(create(data)).rejects.toMatchObject({ code: `functions/${code}` });
  });

  it('sends null for what is undefined, and is understood', async () => {
    const { create, functions } = await signedIn();
    const { data } = await create({ planId: 'free', billingInfo: undefined });
    const { subscriptionId } = data as { subscriptionId: string };
    const page = { subscriptionId, page: undefined, pageSize: undefined, search: undefined };
    const answer = await httpsCallable(functions, 'getSubscriptionUsers')(page);
    expect(answer.data).toMatchObject({ total: 1 });
  });

  it('sends null deep inside what is undefined, and is understood', async () => {
    const { create } = await signedIn();
    const { address, ...details } = billingDetails;
    const { data } = await create({
      planId: 'pro',
      billingInfo: {
        paymentMethodId: 'pm_card_visa',
        billingDetails: { ...details, address: { ...address, line2: undefined } },
      },
    });
    expect(data).toEqual({ subscriptionId: expect.stringMatching(id) });
  });

  it('may not leave out as undefined what is required', async () => {
    const { create } = await signedIn();
    await expect(create({ planId: undefined })).rejects.toMatchObject({
      code: 'functions/invalid-argument',
    });
  });

  it('reads an unknown name as functions/not-found', async () => {
    const { functions } = await signedIn();
    const nothing = httpsCallable(functions, 'doesNotExist');
    await expect(nothing({})).rejects.toMatchObject({ code: 'functions/not-found' });
  });

  it('is functions/unauthenticated before a sign-in, after a sign-out and after a revocation', async () => {
    const { auth, user, create } = await signedIn();
    await identity(app, '/v1/accounts:signOut', { idToken: await user.getIdToken() });
    const refused = { code: 'functions/unauthenticated' };
    await expect(create({ planId: 'free' })).rejects.toMatchObject(refused);
    await signOut(auth);
    await expect(create({ planId: 'free' })).rejects.toMatchObject(refused);
    const stranger = httpsCallable(createClient(app).functions, 'createSubscription');
    await expect(stranger({ planId: 'free' })).rejects.toMatchObject(refused);
  });
});

describe('Without an SDK', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  async function send(path: string, init: RequestInit) {
    const answer = await fetch(`${app.origin}${path}`, { method: 'POST', ...init });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  }

  const json = { 'content-type': 'application/json' };
  const create = '/functions/us-central1/createSubscription';
  const prefixes = ['', '/identitytoolkit.googleapis.com'];

  it.each(['garbage', 'a.b.c', 'eyJhbGciOiJub25lIn0.bnVsbA.', `${'x'.repeat(9_000)}`, 'null'])(
    'the token %.30s is refused by every call in JSON',
    async (idToken) => {
      const body = JSON.stringify({ data: { planId: 'free' } });
      const headers = { ...json, authorization: `Bearer ${idToken}` };
      expect(await send(create, { headers, body })).toMatchObject({
        status: 401,
        json: { error: { status: 'UNAUTHENTICATED' } },
      });
      for (const call of ['lookup', 'update', 'delete', 'sendOobCode']) {
        const path = `/v1/accounts:${call}?key=${app.config.apiKey}`;
        expect(
          await send(path, { headers: json, body: JSON.stringify({ idToken }) }),
        ).toMatchObject({
          status: 400,
          json: { error: { message: 'INVALID_ID_TOKEN' } },
        });
      }
    },
  );

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '"x"',
    '{"email":{}}',
    '{"email":null}',
    '{"email":["a@b.example"],"password":"secret"}',
    '{"returnSecureToken":true,"unknown":1}',
    '{"password":9007199254740993}',
    '<html>',
  ])('the body %s is refused in JSON under every prefix', async (body) => {
    for (const prefix of prefixes) {
      for (const call of [
        'signUp',
        'signInWithPassword',
        'update',
        'sendOobCode',
        'resetPassword',
      ]) {
        const path = `${prefix}/v1/accounts:${call}?key=${app.config.apiKey}`;
        const { status, json: answer } = await send(path, { headers: json, body });
        expect(status, `${call} ${body}`).toBe(400);
        expect(answer).toMatchObject({ error: { code: 400, message: expect.any(String) } });
      }
    }
  });

  it('GET changes nothing: every call that changes something refuses it', async () => {
    const calls = [
      'signUp',
      'signInWithPassword',
      'update',
      'delete',
      'sendOobCode',
      'resetPassword',
    ];
    for (const path of [...calls.map((call) => `/v1/accounts:${call}`), '/v1/token']) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await send(`${path}?key=${app.config.apiKey}&oobCode=x`, { method });
        expect(answer.status, `${method} ${path}`).toBe(405);
        expect(answer.json).toHaveProperty('error');
      }
    }
  });

  it('a preflight of a browser is answered with every header that the SDK sends', async () => {
    const asked = 'content-type,x-client-version,x-firebase-gmpid,x-firebase-locale,authorization';
    const answer = await fetch(`${app.origin}/v1/accounts:signUp?key=x`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(answer.headers.get('access-control-allow-headers')).toBe(asked);
  });

  it('a refusal can be read across origins', async () => {
    const answer = await fetch(`${app.origin}/v1/accounts:signUp?key=wrong`, {
      method: 'POST',
      headers: { ...json, origin: 'http://localhost:5173' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });
});
