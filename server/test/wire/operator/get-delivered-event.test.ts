import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callAs,
  createDelivery,
  createOperatedApp,
  createOperator,
} from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { expectRefusal, type Person, signIn } from '../../harness/wire-client.ts';

describe('getDeliveredEvent', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  it('answers the body as it is sent', async () => {
    const { deliveryId, receiver, person } = await createDelivery(app);
    const answer = await callAs(app, operator, `GET /webhook-deliveries/${deliveryId}/event`);
    expect(answer.json()).toMatchObject({ type: 'account.created', data: { email: person.email } });
    await app.app.runJobs();
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([answer.json()]);
  });

  it('refuses one that does not exist with webhook/unknown-delivery', async () => {
    const answer = await callAs(app, operator, 'GET /webhook-deliveries/999999/event');
    expectRefusal(answer, 'webhook/unknown-delivery');
  });

  it('refuses an old sign-in with auth/requires-recent-login', async () => {
    const { deliveryId } = await createDelivery(app);
    app.clock.advance(5 * 60_000 + 1);
    const line = `GET /webhook-deliveries/${deliveryId}/event` as const;
    expectRefusal(await callAs(app, operator, line), 'auth/requires-recent-login');
    expect((await callAs(app, await signIn(app, operator), line)).statusCode).toBe(200);
  });
});
