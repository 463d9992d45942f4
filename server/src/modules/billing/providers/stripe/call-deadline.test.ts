import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { withDeadline, withinCall } from './call-deadline.ts';

/** Records the time that each request is given, and uses up some itself. */
function makeClient(eachMs: number) {
  const givenMs: number[] = [];
  const inner = Stripe.createNodeHttpClient();
  inner.makeRequest = async (...request) => {
    givenMs.push(request[7]);
    await sleep(eachMs);
    throw new Error('No answer.');
  };
  const client = withinCall(inner);
  const send = (timeoutMs: number) =>
    client.makeRequest('localhost', '1', '/', 'GET', {}, '', 'http', timeoutMs).catch(String);
  return { givenMs, send };
}

it('gives a request its whole timeout while the call has enough time', async () => {
  const { givenMs, send } = makeClient(0);
  await send(20_000);
  await withDeadline(() => send(20_000));
  expect(givenMs).toEqual([20_000, 20_000]);
});

it('gives later requests the rest of the call, and sends none after its deadline', async () => {
  const { givenMs, send } = makeClient(40);
  const answers = await withDeadline(
    async () => [await send(50), await send(50), await send(50)],
    60,
  );
  expect(givenMs).toHaveLength(2);
  expect(givenMs[0]).toBe(50);
  expect(givenMs[1]).toBeLessThan(30);
  expect(answers[2]).toMatch(/ETIMEDOUT/);
});
