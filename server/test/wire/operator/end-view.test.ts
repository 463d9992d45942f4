import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createViewedApp, seeAs } from '../../harness/views.ts';
import { createPerson, document, expectRefusal } from '../../harness/wire-client.ts';

describe('endView', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createViewedApp();
  });
  afterAll(() => app.close());

  const end = (token: string) => document(app, 'POST /v1/views/end', { body: { token } });

  it('ends the view and no other; again, it answers alike', async () => {
    const operator = await createOperator(app);
    const person = await createPerson(app);
    const view = await seeAs(app, operator, person);
    const other = await seeAs(app, operator, person);
    for (const token of [view.idToken, view.idToken, operator.idToken]) {
      expect((await end(token)).json()).toEqual({});
    }
    expectRefusal(await document(app, 'GET /v1/subscriptions', view), 'view/ended');
    for (const running of [other, operator]) {
      expect((await document(app, 'GET /v1/subscriptions', running)).statusCode).toBe(200);
    }
  });
});
