import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  callAs,
  createDelivery,
  createOperatedApp,
  createOperator,
} from '../../harness/operators.ts';
import { callServer } from '../../harness/server-api.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { expectRefusal, type Person, signIn } from '../../harness/wire-client.ts';

describe('resendDelivery', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
  });

  const resend = (id: string) => callAs(app, operator, `POST /webhook-deliveries/${id}/resend`);

  it('sends the event once more to this endpoint, and to no other', async () => {
    const { deliveryId, receiver } = await createDelivery(app);
    await app.app.runJobs();
    const other = await createDelivery(app);
    await app.app.runJobs();
    const [before, otherBefore] = [receiver.received.length, other.receiver.received.length];
    expect((await resend(deliveryId)).json()).toEqual({});
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(before + 1);
    expect(receiver.received.at(-1)?.body).toBe(receiver.received[0]?.body);
    expect(other.receiver.received).toHaveLength(otherBefore);
  });

  it('refuses one that does not exist with webhook/unknown-delivery', async () => {
    expectRefusal(await resend('999999'), 'webhook/unknown-delivery');
  });

  it('refuses an endpoint that is off with webhook/endpoint-off', async () => {
    const { deliveryId, endpointId, secret } = await createDelivery(app);
    const body = { state: 'off' };
    await callServer(app, `PATCH /webhook-endpoints/${endpointId}`, { secret, body });
    expectRefusal(await resend(deliveryId), 'webhook/endpoint-off');
  });

  it('refuses an old sign-in with auth/requires-recent-login', async () => {
    const { deliveryId, receiver } = await createDelivery(app);
    await app.app.runJobs();
    app.clock.advance(5 * 60_000 + 1);
    expectRefusal(await resend(deliveryId), 'auth/requires-recent-login');
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(1);
  });
});
