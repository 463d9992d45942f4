import { expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createOwnTestApp } from '../harness/test-app.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import { createPerson } from '../harness/wire-client.ts';

const people = 8;

it('an endpoint that never answers delays no other one, however many events wait for it', async () => {
  const app = await createOwnTestApp({ logger: false, env: { PORT: String(await freePort()) } });
  const { secret } = await makeKey(app);
  const [silent, other] = [await startReceiver(), await startReceiver()];
  silent.answer = () => undefined;
  const add = async (url: string) => {
    const body = { url, types: ['account.created'] };
    const made = await callServer(app, 'POST /webhook-endpoints', { secret, body });
    expect(made.statusCode, made.body).toBe(200);
  };
  await add(silent.url);
  for (let count = 0; count < people; count += 1) {
    await createPerson(app);
  }
  await add(other.url);
  await createPerson(app);
  await app.app.listen();
  await expect.poll(() => other.received.length, { timeout: 8_000 }).toBe(1);
  // Two queues, each with a delivery that waits for its answer.
  expect(silent.received.length).toBeLessThanOrEqual(2);
});
