import { createTeam } from '../harness/factories.ts';
import {
  callAs,
  createDelivery,
  createOperator,
  otherOperatorAddress,
} from '../harness/operators.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import type { TestApp } from '../harness/test-app.ts';
import { startReceiver, withStatus } from '../harness/webhook-receiver.ts';
import { createPerson } from '../harness/wire-client.ts';
import { type Action, type Changes, type Happening, written, writtenBy } from './recorder.ts';

export type ProgramAction = Extract<Action, 'subscription.metadata-updated' | `webhook-${string}`>;

type Line = Parameters<typeof callServer>[1];

/** Cases of programs with an API key, which are no people and so no actors. */
export const programChanges: Record<ProgramAction, Changes> = {
  'subscription.metadata-updated': {
    async updateSubscriptionRecord(app) {
      const { subscriptionId } = await createTeam(app);
      const body = { metadata: { tenant: 't_1' } };
      return await change(app, `PATCH /subscriptions/${subscriptionId}`, {
        body,
        subject: subscriptionId,
      });
    },
  },
  'webhook-endpoint.created': {
    createWebhookEndpoint: (app) => change(app, 'POST /webhook-endpoints', { body: { url } }),
  },
  'webhook-endpoint.updated': {
    async updateWebhookEndpoint(app) {
      const subject = await createEndpoint(app);
      const body = { description: 'backend' };
      return await change(app, `PATCH /webhook-endpoints/${subject}`, { body, subject });
    },
    async turnOnWebhookEndpoint(app) {
      const operator = await createOperator(app);
      const { endpointId, secret } = await createDelivery(app);
      const body = { state: 'off' };
      await callServer(app, `PATCH /webhook-endpoints/${endpointId}`, { secret, body });
      const line = `POST /webhook-endpoints/${endpointId}/turn-on` as const;
      const rows = await written(app, () => callAs(app, operator, line));
      return { rows, actor: operator.uid, subject: endpointId };
    },
  },
  'webhook-endpoint.deleted': {
    async deleteWebhookEndpoint(app) {
      const subject = await createEndpoint(app);
      return await change(app, `DELETE /webhook-endpoints/${subject}`, { subject });
    },
  },
  'webhook-endpoint.secret-rotated': {
    async rotateWebhookSecret(app) {
      const subject = await createEndpoint(app);
      return await change(app, `POST /webhook-endpoints/${subject}/rotate-secret`, { subject });
    },
  },
  'webhook-endpoint.tested': {
    async testWebhookEndpoint(app) {
      const subject = await createEndpoint(app);
      return await change(app, `POST /webhook-endpoints/${subject}/test`, { subject });
    },
  },
  'webhook-endpoint.replayed': {
    async replayWebhookEndpoint(app) {
      const subject = await createEndpoint(app);
      const body = { since: app.clock.now().toISOString() };
      return await change(app, `POST /webhook-endpoints/${subject}/replay`, { body, subject });
    },
  },
  'webhook-event.resent': {
    async redeliverEvent(app) {
      const { eventId: subject } = await createDelivery(app);
      return await change(app, `POST /events/${subject}/redeliver`, { body: {}, subject });
    },
  },
  'webhook-delivery.resent': {
    async resendDelivery(app) {
      const operator = await createOperator(app, { email: otherOperatorAddress });
      const { deliveryId } = await createDelivery(app);
      const line = `POST /webhook-deliveries/${deliveryId}/resend` as const;
      const rows = await written(app, () => callAs(app, operator, line));
      return { rows, actor: operator.uid, subject: deliveryId };
    },
  },
  'webhook-endpoint.turned-off': {
    async job(app) {
      const receiver = await startReceiver();
      receiver.answer = withStatus(410);
      const subject = await createEndpoint(app, receiver.url);
      await createPerson(app);
      const rows = await writtenBy(app, () => app.app.runJobs());
      const origin = { address: '', user_agent: 'webhook job' };
      return { rows, actor: null, subject, origin };
    },
  },
};

/** Nobody answers there, and nobody is waited for. */
const url = 'http://127.0.0.1:9/hook';

interface Change {
  readonly body?: object;
  /** The id in the answer where it is left out. */
  readonly subject?: string;
}

async function change(app: TestApp, line: Line, { body, subject }: Change): Promise<Happening> {
  const { id, secret } = await makeKey(app);
  let made = '';
  const rows = await written(app, async () => {
    const answer = await callServer(app, line, { secret, ...(body && { body }) });
    made = answer.json().id;
    return answer;
  });
  const origin = { address: '127.0.0.1', user_agent: `API key ${id}` };
  return { rows, actor: null, subject: subject ?? made, origin };
}

async function createEndpoint(app: TestApp, at = url): Promise<string> {
  const { secret } = await makeKey(app);
  const body = { url: at, types: ['account.created'] };
  return (await callServer(app, 'POST /webhook-endpoints', { secret, body })).json().id;
}
