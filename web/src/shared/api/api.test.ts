import {
  callable,
  createSubscription,
  document as documentEntry,
  getSubscription,
  lookup,
  refusalEntry,
  sendOobCode,
  signedIn,
  signInWithPassword,
  token,
  update,
  updateSubscription,
} from '@hearth/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, createApi } from './index.ts';

const idToken = 'id-token';
const network = vi.fn<typeof fetch>();

const api = createApi({
  apiKey: 'k&y',
  region: 'us-central1',
  fetch: network,
  session: { authorize: (call) => call(idToken) },
});

function answers(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  network.mockResolvedValueOnce(new Response(text, { status }));
}

function sent() {
  const [url, init] = network.mock.lastCall ?? [];
  return { url, ...init, headers: init?.headers as Record<string, string> };
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

const create = () => api.call(createSubscription, { planId: 'free' });
const read = () => api.call(getSubscription, { subscriptionId: 's1' });
const identify = () => api.call(lookup, {});

beforeEach(() => {
  network.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('identity', () => {
  it('posts JSON with the key in the query, the ID token in the body and no Authorization', async () => {
    answers(200, { users: [] });
    await identify();

    expect(sent()).toMatchObject({ url: '/v1/accounts:lookup?key=k%26y', method: 'POST' });
    expect(JSON.parse(String(sent().body))).toEqual({ idToken });
    expect(sent().headers).toEqual({
      'content-type': 'application/json',
      'x-firebase-locale': document.documentElement.lang,
    });
  });

  it('names the language of the page, in which mails are written', async () => {
    document.documentElement.lang = 'zh';
    answers(200, {});
    await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL' });
    expect(sent().headers['x-firebase-locale']).toBe('zh');
    document.documentElement.lang = 'en';
  });

  it('mailed code: sent without the session', async () => {
    answers(200, {});
    await api.call(update, { oobCode: 'c' }, { withoutSession: true });
    expect(JSON.parse(String(sent().body))).toEqual({ oobCode: 'c' });
  });

  it('keeps the ID token out of calls that anyone may make', async () => {
    answers(200, {});
    await api.call(signInWithPassword, { email: 'a@b.c', password: 'secret' });
    expect(JSON.parse(String(sent().body))).toEqual({ email: 'a@b.c', password: 'secret' });
  });

  it('sends the token call as a form', async () => {
    answers(200, { signed_in: false });
    await api.call(token, { grant_type: 'refresh_token' });

    expect(sent().body).toBe('grant_type=refresh_token');
    expect(sent().headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('cuts the message into code and sentence', async () => {
    answers(400, {
      error: {
        code: 400,
        message: 'WEAK_PASSWORD : At least 6 characters : please',
        details: { code: 'auth/weak-password' },
      },
    });
    expect(await failureOf(identify())).toMatchObject({
      identityCode: 'WEAK_PASSWORD',
      message: 'At least 6 characters : please',
      refusal: 'auth/weak-password',
      code: 'invalid-argument',
      httpStatus: 400,
    });
  });
});

describe('callables', () => {
  it('posts the data envelope with the bearer token and the key of the form', async () => {
    answers(200, { data: { subscriptionId: 's1' } });
    const answer = await api.call(createSubscription, { planId: 'free' }, { idempotencyKey: 'i' });

    expect(answer).toEqual({ subscriptionId: 's1' });
    expect(sent().url).toBe('/functions/us-central1/createSubscription');
    expect(JSON.parse(String(sent().body))).toEqual({ data: { planId: 'free' } });
    expect(sent().headers).toEqual({
      'content-type': 'application/json',
      'x-firebase-locale': document.documentElement.lang,
      authorization: 'Bearer id-token',
      'idempotency-key': 'i',
    });
  });

  it('reads result too, and data before it', async () => {
    answers(200, { result: { subscriptionId: 'r' } });
    expect(await create()).toEqual({ subscriptionId: 'r' });
    answers(200, { result: {}, data: { subscriptionId: 'd' } });
    expect(await create()).toEqual({ subscriptionId: 'd' });
  });

  it.each([{}, '', 'not json', []])('calls an answer without data internal: %j', async (body) => {
    answers(200, body);
    expect(await failureOf(create())).toMatchObject({
      code: 'internal',
      message: 'Response is missing data field.',
    });
  });

  it('sends no bearer when nobody is signed in', async () => {
    const open = createApi({
      apiKey: 'k',
      region: 'eu',
      origin: 'https://h.example',
      fetch: network,
      session: { authorize: (call) => call(undefined) },
    });
    answers(200, { data: null });
    const ping = callable({
      name: 'ping',
      access: signedIn,
      input: z.strictObject({}),
      output: z.null(),
      refusals: [],
    });
    expect(await open.call(ping, {})).toBeNull();
    expect(sent().url).toBe('https://h.example/functions/eu/ping');
    expect(sent().headers.authorization).toBeUndefined();
  });
});

describe('documents', () => {
  it('fills the path, with nothing left to escape from it', async () => {
    answers(200, { id: 'x' });
    await api.call(getSubscription, { subscriptionId: '../a b?' });
    expect(sent()).toMatchObject({ url: '/v1/subscriptions/..%2Fa%20b%3F', method: 'GET' });
    expect(sent().body).toBeUndefined();
  });

  it('sends the rest of a PATCH as its body', async () => {
    answers(200, { id: 's1' });
    await api.call(updateSubscription, { subscriptionId: 's1', settings: { name: 'N' } });
    expect(sent()).toMatchObject({ url: '/v1/subscriptions/s1', method: 'PATCH' });
    expect(JSON.parse(String(sent().body))).toEqual({ settings: { name: 'N' } });
    expect(sent().headers.authorization).toBe('Bearer id-token');
  });

  it('sends the rest of a GET as its query', async () => {
    const list = documentEntry({
      method: 'GET',
      path: '/v1/things/{id}',
      access: signedIn,
      input: z.strictObject({ id: z.string(), size: z.number(), after: z.optional(z.string()) }),
      output: z.object({}),
      refusals: [],
    });
    answers(200, {});
    await api.call(list, { id: '1', size: 10 });
    expect(sent().url).toBe('/v1/things/1?size=10');
  });

  it('calls an answer that is no object internal', async () => {
    answers(200, '<html>');
    expect((await failureOf(read())).code).toBe('internal');
  });
});

describe('failures', () => {
  it.each([
    [400, 'invalid-argument'],
    [401, 'unauthenticated'],
    [403, 'permission-denied'],
    [404, 'not-found'],
    [409, 'aborted'],
    [429, 'resource-exhausted'],
    [499, 'cancelled'],
    [500, 'internal'],
    [501, 'unimplemented'],
    [503, 'unavailable'],
    [504, 'deadline-exceeded'],
    [418, 'unknown'],
    [502, 'unknown'],
  ])('takes a bare HTTP %i for %s in every dialect', async (status, code) => {
    for (const call of [create, read, identify]) {
      answers(status, '');
      expect(await failureOf(call())).toMatchObject({ code, httpStatus: status });
    }
  });

  it.each([
    ['ALREADY_EXISTS', 409, 'already-exists'],
    ['FAILED_PRECONDITION', 400, 'failed-precondition'],
    ['OUT_OF_RANGE', 400, 'out-of-range'],
    ['NOT_FOUND', 200, 'not-found'],
    ['MOONSTRUCK', 400, 'internal'],
  ])('lets the status word %s win over HTTP %i', async (status, httpStatus, code) => {
    for (const call of [create, read]) {
      answers(httpStatus, { error: { status, message: 'Said so' } });
      const error = await failureOf(call());
      expect(error).toMatchObject({ code, message: 'Said so', httpStatus });
      expect(error.refusal).toBeUndefined();
    }
  });

  it('carries the refusal of every dialect', async () => {
    for (const call of [create, read, identify]) {
      answers(403, { error: { message: 'x', details: { code: 'access/denied' } } });
      const { refusal } = await failureOf(call());
      expect(refusal && refusalEntry(refusal).status).toBe('PERMISSION_DENIED');
    }
  });

  it('says so when the network fails', async () => {
    for (const call of [create, read, identify]) {
      network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
      expect(await failureOf(call())).toMatchObject({
        code: 'network-request-failed',
        httpStatus: 0,
      });
    }
  });

  it('cancels a call whose caller is gone', async () => {
    hangs();
    const caller = new AbortController();
    const call = failureOf(api.call(getSubscription, { subscriptionId: 's' }, caller));
    caller.abort();
    expect((await call).code).toBe('cancelled');
  });
});

function hangs() {
  network.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        const letGo = () => reject(new DOMException('x', 'AbortError'));
        init?.signal?.addEventListener('abort', letGo);
        if (init?.signal?.aborted) {
          letGo();
        }
      }),
  );
}

describe('time limits', () => {
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140';
  const phone = 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile';

  const late = 'deadline-exceeded';
  const lost = 'network-request-failed';

  it.each([
    { name: 'callable', call: create, limitMs: 70_000, code: late },
    { name: 'callable on a phone', call: create, userAgent: phone, limitMs: 70_000, code: late },
    { name: 'callable offline', call: create, onLine: false, limitMs: 70_000, code: late },
    { name: 'document', call: read, limitMs: 30_000, code: late },
    { name: 'document on a phone', call: read, userAgent: phone, limitMs: 60_000, code: late },
    { name: 'document offline', call: read, onLine: false, limitMs: 5_000, code: late },
    { name: 'identity', call: identify, limitMs: 30_000, code: lost },
    { name: 'identity on a phone', call: identify, userAgent: phone, limitMs: 60_000, code: lost },
    { name: 'identity offline', call: identify, onLine: false, limitMs: 5_000, code: lost },
  ])('$name', async ({ call, userAgent = desktop, onLine = true, limitMs, code }) => {
    vi.useFakeTimers();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    hangs();
    const settled = vi.fn();
    const failed = failureOf(call()).then(settled);

    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(settled.mock.lastCall?.[0]).toMatchObject({ code, httpStatus: 0 });
  });

  it('body that never ends: cut off as well', async () => {
    vi.useFakeTimers();
    network.mockImplementation(async (_, init) => {
      const body = new ReadableStream({
        start(stream) {
          init?.signal?.addEventListener('abort', () => stream.error(new Error('aborted')));
        },
      });
      return new Response(body);
    });
    const failed = failureOf(read());
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await failed).code).toBe('deadline-exceeded');
  });
});
