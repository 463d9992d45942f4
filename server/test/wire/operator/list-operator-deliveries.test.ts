import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callAs,
  createDelivery,
  createOperatedApp,
  createOperator,
} from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { withStatus } from '../../harness/webhook-receiver.ts';
import { createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

describe('listOperatorDeliveries', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  it('lists deliveries with their last answer, newest first, page by page and by status', async () => {
    const { endpointId, deliveryId, receiver } = await createDelivery(app);
    receiver.answer = withStatus(500);
    await app.app.runJobs();
    await createPerson(app);
    const list = async (query = '') =>
      (
        await callAs(app, operator, `GET /webhook-endpoints/${endpointId}/deliveries${query}`)
      ).json();
    const { data } = await list();
    expect(data).toHaveLength(2);
    expect(data[1]).toEqual({
      id: deliveryId,
      event_id: expect.stringMatching(/^evt_/),
      type: 'account.created',
      status: 'waiting',
      attempts: 1,
      last_attempt: { at: expect.any(String), status: 500, answer: 'no', ms: expect.any(Number) },
      next_attempt: expect.any(String),
    });
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
    expect((await list('?status=dead')).data).toEqual([]);
  });

  it('refuses an unknown endpoint with webhook/unknown-endpoint', async () => {
    const answer = await callAs(app, operator, 'GET /webhook-endpoints/nothing/deliveries');
    expectRefusal(answer, 'webhook/unknown-endpoint');
  });
});
