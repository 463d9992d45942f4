import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  callAs,
  createDelivery,
  createOperatedApp,
  createOperator,
} from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { ok, withStatus } from '../../harness/webhook-receiver.ts';
import { createPerson, expectRefusal, type Person, signIn } from '../../harness/wire-client.ts';

describe('turnOnWebhookEndpoint', () => {
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

  const turnOn = (id: string) => callAs(app, operator, `POST /webhook-endpoints/${id}/turn-on`);

  it('lets an endpoint get events again that was turned off; twice is once', async () => {
    const { endpointId, receiver } = await createDelivery(app);
    receiver.answer = withStatus(410);
    await app.app.runJobs();
    receiver.answer = ok;
    const on = { id: endpointId, state: 'on', off_reason: null, failing_since: null };
    expect((await turnOn(endpointId)).json()).toMatchObject(on);
    expect((await turnOn(endpointId)).json()).toMatchObject(on);
    await createPerson(app);
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(2);
  });

  it('refuses an unknown endpoint with webhook/unknown-endpoint', async () => {
    expectRefusal(await turnOn('nothing'), 'webhook/unknown-endpoint');
  });

  it('refuses an old sign-in with auth/requires-recent-login', async () => {
    const { endpointId } = await createDelivery(app);
    app.clock.advance(5 * 60_000 + 1);
    expectRefusal(await turnOn(endpointId), 'auth/requires-recent-login');
  });
});
