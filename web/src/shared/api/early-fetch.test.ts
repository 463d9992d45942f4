import { beforeEach, expect, it, vi } from 'vitest';
import { adoptEarlyRefresh, askEarly, fetchEarly } from './early-fetch.ts';

const network = vi.fn<typeof fetch>();
const url = '/v1/subscriptions';
const asAda = { headers: { authorization: 'Bearer ada' } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', network);
  network.mockReset();
  network.mockImplementation(async () => new Response('new'));
});

it('hands an answer that was asked for early to the first call for it, and to no other', async () => {
  network.mockResolvedValueOnce(new Response('early'));
  askEarly(url, 'ada');
  const texts = [await fetchEarly(url, asAda), await fetchEarly(url, asAda)];
  expect(await Promise.all(texts.map((each) => each.text()))).toEqual(['early', 'new']);
  expect(network).toHaveBeenCalledTimes(2);
});

it('hands nothing to a call with another token', async () => {
  askEarly(url, 'ada');
  await fetchEarly(url, { headers: { authorization: 'Bearer grace' } });
  expect(network).toHaveBeenCalledTimes(2);
});

it('asks again once an answer is ten seconds old', async () => {
  askEarly(url, 'ada');
  vi.advanceTimersByTime(10_000);
  await fetchEarly(url, asAda);
  expect(network).toHaveBeenCalledTimes(2);
});

it('tells a failure to the call that takes the answer', async () => {
  network.mockRejectedValueOnce(new TypeError('no network'));
  askEarly(url, 'ada');
  await expect(fetchEarly(url, asAda)).rejects.toThrow('no network');
});

it('hands on what the page itself has asked for', async () => {
  const answer = Promise.resolve(new Response('session'));
  vi.stubGlobal('earlyRefresh', { url: '/v1/token?key=k', answer });
  adoptEarlyRefresh();
  const init = { method: 'POST', headers: { 'x-hearth-session': 'cookie' } };
  expect(await (await fetchEarly('/v1/token?key=k', init)).text()).toBe('session');
  expect(network).not.toHaveBeenCalled();
});
