import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeEarlyDocuments } from '../../../route-preloads.ts';
import { pages } from '../../pages.ts';

const [, script = ''] =
  /<script>(\s*\/\/ Asks for the session[\s\S]*?)<\/script>/.exec(
    writeEarlyDocuments(
      readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8'),
      pages,
    ),
  ) ?? [];

const network = vi.fn<typeof fetch>();
const session = '/v1/token?key=k';
const account = '/v1/accounts:lookup?key=k';
const asAda = { headers: { authorization: 'Bearer ada' } };
const answers: Record<string, () => Response> = {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('fetch', network);
  network.mockReset();
  network.mockImplementation(async (url) => {
    await Promise.resolve();
    return answers[String(url)]?.() ?? Response.json({ from: url });
  });
  answers[session] = () => Response.json({ id_token: 'ada' });
  document.body.innerHTML =
    '<script type="application/json" id="hearth-config">{"apiKey":"k"}</script>';
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'early');
  for (const url of Object.keys(answers)) {
    Reflect.deleteProperty(answers, url);
  }
});

/** Opens the page at an address: first its own script runs, then the code. */
async function open(pathname: string) {
  history.replaceState(null, '', pathname);
  new Function(script)();
  return await import('./early-fetch.ts');
}

const askedFor = () => network.mock.calls.map(([url]) => url);

it.each([
  ['/signin', []],
  ['/dashboard', ['/v1/subscriptions', '/v1/invites']],
  ['/', ['/v1/subscriptions', '/v1/invites']],
  ['/create-plan', ['/v1/subscriptions']],
  ['/subscription/s1', ['/v1/subscriptions/s1']],
  ['/subscription/s1/billing', ['/v1/subscriptions/s1']],
])(
  '%s asks for the session, the account and %j before the code is there',
  async (path, documents) => {
    const { fetchEarly } = await open(path);
    await fetchEarly(session);
    expect(askedFor()).toEqual([session, account, ...documents]);
  },
);

it("asks for nothing in the tab of an operator's view, whose cookie is the operator's own", async () => {
  await open('/dashboard#view=view_a');
  sessionStorage.setItem('hearth.view', '{}');
  await open('/dashboard');
  sessionStorage.clear();
  expect(network).not.toHaveBeenCalled();
});

it('asks for nothing more if nobody is signed in, or the answer cannot be read', async () => {
  answers[session] = () => Response.json({ error: { message: 'NO_SESSION' } }, { status: 400 });
  const visitor = await open('/dashboard');
  expect((await visitor.fetchEarly(session)).status).toBe(400);
  answers[session] = () => new Response('<h1>Gateway</h1>', { status: 502 });
  vi.resetModules();
  const cutOff = await open('/dashboard');
  expect(await (await cutOff.fetchEarly(session)).text()).toBe('<h1>Gateway</h1>');
  expect(askedFor()).toEqual([session, session]);
});

it('hands an answer to the first call for it, and to no other', async () => {
  const { fetchEarly } = await open('/signin');
  await fetchEarly(session);
  await fetchEarly(account, { method: 'POST' });
  await fetchEarly(account, { method: 'POST' });
  expect(askedFor()).toEqual([session, account, account]);
});

it('hands no document to a call with another token', async () => {
  const { fetchEarly } = await open('/subscription/s1');
  await fetchEarly(session);
  await fetchEarly('/v1/subscriptions/s1', { headers: { authorization: 'Bearer grace' } });
  await fetchEarly('/v1/subscriptions/s1', asAda);
  expect(askedFor().filter((url) => url === '/v1/subscriptions/s1')).toHaveLength(2);
});

it('asks again once the code has been there for ten seconds', async () => {
  const { fetchEarly, takeEarlyDocuments, readEarlyDocuments } = await open('/subscription/s1');
  await vi.advanceTimersByTimeAsync(1);
  await readEarlyDocuments();
  vi.advanceTimersByTime(10_000);
  expect(takeEarlyDocuments().size).toBe(0);
  await fetchEarly(session);
  expect(askedFor()).toEqual([session, account, '/v1/subscriptions/s1', session]);
});

it('tells a failure to the call that takes the answer', async () => {
  network.mockRejectedValueOnce(new TypeError('no network'));
  const { fetchEarly } = await open('/signin');
  await expect(fetchEarly(session)).rejects.toThrow('no network');
});

it('gives the documents that have come to the first who asks, by address', async () => {
  answers['/v1/invites'] = () => Response.json({ error: {} }, { status: 403 });
  const { fetchEarly, readEarlyDocuments, takeEarlyDocuments } = await open('/dashboard');
  await fetchEarly(session);
  await readEarlyDocuments();
  expect([...takeEarlyDocuments()]).toEqual([['/v1/subscriptions', { from: '/v1/subscriptions' }]]);
  expect(takeEarlyDocuments().size).toBe(0);
  // The screen's own call takes the failure, and says it.
  expect((await fetchEarly('/v1/invites', asAda)).status).toBe(403);
});

it('leaves a document to the call that has taken it first', async () => {
  const { fetchEarly, readEarlyDocuments, takeEarlyDocuments } = await open('/subscription/s1');
  await fetchEarly(session);
  const reading = readEarlyDocuments();
  const taken = fetchEarly('/v1/subscriptions/s1', asAda);
  await reading;
  expect(takeEarlyDocuments().size).toBe(0);
  expect(await (await taken).json()).toEqual({ from: '/v1/subscriptions/s1' });
});
