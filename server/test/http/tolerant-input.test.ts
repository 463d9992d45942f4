import { type Entry, wire } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseInput } from '../../src/http/parse-input.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  callable,
  createPerson,
  document,
  identity,
  identityWith,
  type Person,
  refresh,
} from '../harness/wire-client.ts';

type Schema = z.core.$ZodType;
type Path = readonly string[];

/** Where an input may leave something out, at every depth, except where null has a meaning of its own. */
function optionalPaths(schema: Schema, at: Path = []): Path[] {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
    const inside = optionalPaths(schema._zod.def.innerType, at);
    const isNullable = schema._zod.def.innerType instanceof z.core.$ZodNullable;
    return schema instanceof z.core.$ZodOptional && !isNullable ? [at, ...inside] : inside;
  }
  if (schema instanceof z.core.$ZodObject) {
    const fields = Object.entries(schema._zod.def.shape);
    return fields.flatMap(([name, field]) => optionalPaths(field, [...at, name]));
  }
  return [];
}

/** Some value of the schema with every optional part there. */
function sampleOf(schema: Schema): unknown {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
    return sampleOf(schema._zod.def.innerType);
  }
  if (schema instanceof z.core.$ZodObject) {
    const fields = Object.entries(schema._zod.def.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field)]));
  }
  if (schema instanceof z.core.$ZodArray) {
    return [sampleOf(schema._zod.def.element)];
  }
  if (schema instanceof z.core.$ZodLiteral) {
    return schema._zod.def.values[0];
  }
  if (schema instanceof z.core.$ZodEnum) {
    return Object.values(schema._zod.def.entries)[0];
  }
  const guesses = [
    'access',
    '1',
    1,
    true,
    'en',
    '',
    'a@example.com',
    'usd',
    '2026-11',
    'x'.repeat(43),
  ];
  return guesses.find((guess) => z.safeParse(schema, guess).success);
}

function withNull(value: unknown, [name = '', ...rest]: Path): object {
  const fields = value as Record<string, unknown>;
  return { ...fields, [name]: rest.length > 0 ? withNull(fields[name], rest) : null };
}

const cases = [...Object.entries(wire.callables), ...Object.entries(wire.documents)].flatMap(
  ([name, entry]: [string, Entry]) =>
    optionalPaths(entry.input).map((path) => ({ name, entry, path, field: path.join('.') })),
);

describe('null in an optional field', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const codeOf = (answer: Answer): string | undefined => answer.json().error?.details?.code;

  it('has cases at several depths', () => {
    const fields = cases.map(({ name, field }) => `${name} ${field}`);
    expect(fields).toContain('createSubscription billingInfo');
    expect(fields).toContain('updateUser avatar_url');
    expect(fields).toContain('getInvite token');
  });

  it.each(cases)('$name: null as $field parses as if it were left out', ({ entry, path }) => {
    const sample = sampleOf(entry.input);
    expect(() => parseInput(entry.input, sample)).not.toThrow();
    const parsed = parseInput(entry.input, withNull(sample, path));
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], parsed);
    expect(Object.keys(parent as object)).not.toContain(path.at(-1));
  });

  it.each(cases)('$name: null as $field is no invalid request', async ({ name, entry, path }) => {
    const { idToken, uid } = ada;
    const input = withNull(sampleOf(entry.input), path);
    if (name in wire.callables) {
      expect(codeOf(await callable(app, name, { data: input, idToken }))).not.toBe(
        'request/invalid',
      );
    } else if (name === 'updateUser') {
      const { uid: _uid, ...body } = input as Record<string, unknown>;
      const answer = await document(app, `PATCH /v1/users/${uid}`, { body, idToken });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('keeps the meaning of its own that null has in a profile', async () => {
    const { idToken } = ada;
    await identity(app, '/v1/accounts:update', { idToken, displayName: 'Ada' });
    const cleared = await identity(app, '/v1/accounts:update', { idToken, displayName: null });
    expect(cleared.statusCode).toBe(200);
    expect(cleared.json().displayName).toBeUndefined();
  });

  it('is still refused if the field is required, or an item of a list', async () => {
    const { idToken } = ada;
    const missing = await callable(app, 'createSubscription', { data: { planId: null }, idToken });
    expect(codeOf(missing)).toBe('request/invalid');
    const item = await identity(app, '/v1/accounts:update', { idToken, deleteProvider: [null] });
    expect(codeOf(item)).toBe('request/invalid');
  });

  it('names nobody as the ID token', async () => {
    const missing = await identity(app, '/v1/accounts:lookup', { idToken: null });
    expect(codeOf(missing)).toBe('auth/missing-id-token');
    const request = { requestType: 'PASSWORD_RESET', email: ada.email, idToken: null };
    expect((await identity(app, '/v1/accounts:sendOobCode', request)).statusCode).toBe(200);
  });
});

describe('an identity body', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it.each(Object.entries(wire.identity))(
    'of %s may hold fields that nobody knows yet',
    (_name, { input }: Entry) => {
      const known = sampleOf(input);
      const unknown = { fieldOf2030: { nested: [1] }, is_admin: true, isAdmin: null };
      expect(parseInput(input, { ...(known as object), ...unknown })).toEqual(
        parseInput(input, known),
      );
    },
  );

  it('signs up with unknown fields and stores none of what only the server sets', async () => {
    const email = 'tolerant@example.com';
    const answer = await identity(app, '/v1/accounts:signUp', {
      email,
      password: 'correct horse',
      emailVerified: true,
      email_verified: true,
      disabled: true,
      createdAt: '0',
      recaptchaVersion: 'RECAPTCHA_ENTERPRISE',
      fieldOf2030: { deep: { deeper: true } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { idToken } = answer.json();
    const [user] = (await identity(app, '/v1/accounts:lookup', { idToken })).json().users;
    expect(user).toMatchObject({ email, emailVerified: false });
    expect(Number(user.createdAt)).toBeGreaterThan(0);
  });

  it('still has its types checked', async () => {
    const answer = await identity(app, '/v1/accounts:signUp', { email: 7, fieldOf2030: 1 });
    expect(answer.json().error.details.code).toBe('request/invalid');
  });

  it.each([
    [
      'application/json',
      (token: string) => JSON.stringify({ grantType: 'refresh_token', refreshToken: token }),
    ],
    [
      'application/x-www-form-urlencoded',
      (token: string) => `grantType=refresh_token&refreshToken=${token}`,
    ],
  ])('of token may be camelCase, as %s', async (contentType, payloadOf) => {
    const { refreshToken, uid } = await createPerson(app);
    const answer = await app.server.inject({
      method: 'POST',
      url: `/v1/token?key=${app.config.apiKey}`,
      headers: { 'content-type': contentType },
      payload: payloadOf(refreshToken),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ user_id: uid, refresh_token: refreshToken });
  });

  it('may write an enumeration as a number', async () => {
    const person = await createPerson(app, 'Ada');
    const { email, idToken } = person;
    const send = (requestType: unknown, more: object = {}) =>
      identity(app, '/v1/accounts:sendOobCode', { requestType, ...more });
    expect((await send(1, { email })).json().email).toBe(email);
    expect((await send(4, { idToken })).json().email).toBe(email);
    expect((await send(0)).json().error.message).toBe('MISSING_REQ_TYPE');
    expect((await send('OOB_REQ_TYPE_UNSPECIFIED')).json().error.message).toBe('MISSING_REQ_TYPE');
    expect((await send(99)).json().error.message).toContain('INVALID_REQ_TYPE');
    expect((await send(1.5)).json().error.details.code).toBe('request/invalid');
    const cleared = await identity(app, '/v1/accounts:update', { idToken, deleteAttribute: [2] });
    expect(cleared.json()).not.toHaveProperty('displayName');
    const revoked = await identity(app, '/v2/accounts:revokeToken', {
      idToken,
      providerId: 'apple.com',
      tokenType: 2,
      token: 'x',
    });
    expect(revoked.json().error.details.code).toBe('auth/provider-not-enabled');
  });

  it('comes with its API key in a header too; the one in the address counts first', async () => {
    const { server, config } = app;
    const lookUp = (url: string, key: string) =>
      server.inject({
        method: 'POST',
        url,
        headers: { 'x-goog-api-key': key },
        payload: { grant_type: 'refresh_token', refresh_token: 'short' },
      });
    const accepted = await lookUp('/v1/token', config.apiKey);
    expect(accepted.json().error.details.code).toBe('auth/invalid-refresh-token');
    const wrong = await lookUp('/v1/token', 'wrong');
    expect(wrong.json().error.details.code).toBe('request/invalid-api-key');
    const first = await lookUp('/v1/token?key=wrong', config.apiKey);
    expect(first.json().error.details.code).toBe('request/invalid-api-key');
    const byName = await identityWith(app, { path: '/v1/token', body: {}, headers: {} });
    expect(byName.json().error.details.code).toBe('auth/missing-grant-type');
  });

  it('takes snake_case first if a body holds both', async () => {
    const [ada, bob] = [await createPerson(app), await createPerson(app)];
    const answer = await identity(app, '/v1/token', {
      grant_type: 'refresh_token',
      refresh_token: ada.refreshToken,
      refreshToken: bob.refreshToken,
    });
    expect(answer.json().user_id).toBe(ada.uid);
    expect((await refresh(app, bob.refreshToken)).json().user_id).toBe(bob.uid);
  });
});
