import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTeam } from '../harness/factories.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { receivedMails } from '../harness/mailbox.ts';
import {
  callAs,
  createDelivery,
  createOperatedApp,
  createOperator,
  operatorAddress,
} from '../harness/operators.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { withStatus } from '../harness/webhook-receiver.ts';
import {
  changeEmail,
  document,
  expectRefusal,
  newAddress,
  type Person,
  signIn,
} from '../harness/wire-client.ts';

const dayMs = 86_400_000;

describe('operators', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  // The program of an earlier test is gone, which would be one more failure.
  beforeEach(() => sql`delete from webhook_endpoints`.execute(app.db));

  const mailsOfOperator = async () =>
    (await receivedMails(app, operatorAddress)).filter(
      ({ kind }) => kind === 'webhook-endpoint-off',
    );

  it('are mailed once when an endpoint is turned off, with a link to its deliveries', async () => {
    const { receiver, endpointId } = await createDelivery(app);
    await document(app, `PATCH /v1/users/${operator.uid}`, {
      body: { language: 'zh', display_name: 'Ops' },
      idToken: operator.idToken,
    });
    receiver.answer = withStatus(410);
    await createTeam(app);
    await app.app.runJobs();
    const [mail, ...others] = await mailsOfOperator();
    expect(others).toEqual([]);
    const { host } = new URL(receiver.url);
    const { productName } = app.config.product;
    expect(mail?.subject).toBe(`${productName} 发往 ${host} 的 Webhook 已停用`);
    expect(mail?.links).toEqual([`${app.config.publicUrl}/operator/webhooks`]);
    // The second address has no account, and its mail is in English.
    const toOther = (await receivedMails(app, 'b@c.d')).map(({ subject }) => subject);
    expect(toOther).toEqual([`Webhooks of ${productName} to ${host} were turned off`]);
    await callAs(app, operator, `POST /webhook-endpoints/${endpointId}/turn-on`);
  });

  it('are mailed after five failing days', async () => {
    const before = (await mailsOfOperator()).length;
    const { receiver } = await createDelivery(app);
    receiver.answer = withStatus(500);
    await app.app.runJobs();
    app.clock.advance(5 * dayMs + 1);
    await hurryJobs(app.db);
    await app.app.runJobs();
    expect(await mailsOfOperator()).toHaveLength(before + 1);
  });

  it('lose the door with their address, and nobody has it without OPERATOR_EMAILS', async () => {
    operator = await signIn(app, operator);
    await changeEmail(app, operator, newAddress());
    const moved = await callAs(app, operator, 'GET /webhook-endpoints');
    expect([401, 404]).toContain(moved.statusCode);
    const plain = await createOwnTestApp({ logger: false });
    const nobody = await createOperator(plain);
    expectRefusal(await callAs(plain, nobody, 'GET /webhook-endpoints'), 'request/unknown-path');
  });
});
