import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callAs,
  createDelivery,
  createOperatedApp,
  createOperator,
} from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

describe('listOperatorEndpoints', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  it('lists all endpoints, without their secrets', async () => {
    const { endpointId, receiver } = await createDelivery(app);
    const answer = await callAs(app, operator, 'GET /webhook-endpoints');
    expect(answer.json()).toEqual({
      data: [
        {
          id: endpointId,
          url: receiver.url,
          description: '',
          types: ['account.created'],
          state: 'on',
          off_reason: null,
          failing_since: null,
          full_since: null,
          missed_since: null,
          create_time: expect.any(String),
        },
      ],
    });
  });

  it.each([
    ['somebody else', () => createPerson(app)],
    [
      'an operator whose address is not proven',
      () => createOperator(app, { email: 'b@c.d', isProven: false }),
    ],
  ])('is not there for %s', async (_who, create) => {
    const answer = await callAs(app, await create(), 'GET /webhook-endpoints');
    expectRefusal(answer, 'request/unknown-path');
  });
});
