import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, createOperatedApp, createOperator, giveRole } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson } from '../../harness/wire-client.ts';

describe('getOperator', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createOperatedApp();
  });
  afterAll(() => app.close());

  it('answers admin to who is named by OPERATOR_EMAILS', async () => {
    const operator = await createOperator(app);
    expect((await callAs(app, operator, 'GET ')).json()).toEqual({ role: 'admin' });
  });

  it('answers the role that the command line has given', async () => {
    const person = await createPerson(app);
    await giveRole(app, person, 'support');
    expect((await callAs(app, person, 'GET ')).json()).toEqual({ role: 'support' });
  });
});
