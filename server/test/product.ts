import { fileURLToPath } from 'node:url';
import type { Document, HearthConfig, RequestOf, SubscriptionStatus } from '@hearth/contract';
import type { AppServer } from '../src/app/index.ts';
import { appVariables } from './harness/app-variables.ts';
import { createTeam, joinTeam, setStatus, type Team } from './harness/factories.ts';
import { receivedMails } from './harness/mailbox.ts';
import { createOperator, operatedEnv } from './harness/operators.ts';
import { createTestApp } from './harness/test-app.ts';
import {
  type Answer,
  callable,
  createPerson,
  document,
  type Person,
} from './harness/wire-client.ts';

type Signed = Pick<Person, 'idToken'>;

interface Sent {
  readonly who?: Signed;
  readonly type?: string;
  readonly body?: object;
}

interface Settings {
  /** Lets every plan allow everything. */
  readonly isUnlimited?: boolean;
}

/** The whole product with `app/` on a database of its own, and people to make calls. `folder` is that of `app/`. */
export async function createProduct(
  appServer: AppServer,
  folder: URL,
  { isUnlimited = false }: Settings = {},
) {
  const place = fileURLToPath(folder);
  const app = await createTestApp({
    app: { appServer, folder: place },
    env: { ...appVariables(place), ...operatedEnv },
    ...(isUnlimited && { adjust: withoutLimits }),
  });
  return {
    db: app.db,
    permissions: app.config.product.permissions,
    /** Limits of the plan that `createTeam` chooses. */
    limits: app.config.product.plans.find(({ id }) => id === 'free')?.limits ?? {},
    clock: app.clock,
    /** Does what is due by now. */
    runDue: () => app.app.runDue(),
    /** Runs the jobs that wait. */
    runJobs: () => app.app.runJobs(),
    /** Sends what waits; answers the mails to the address, oldest first. */
    receivedMails: (to: string) => receivedMails(app, to),
    createPerson: () => createPerson(app),
    /** Somebody whom OPERATOR_EMAILS names; once in each product. */
    createOperator: () => createOperator(app),
    createTeam: () => createTeam(app),
    joinTeam: (team: Team, permissions?: readonly string[]) => joinTeam(app, team, permissions),
    /** Sets a status that only a payment provider could bring about. */
    setStatus: (subscriptionId: string, status: SubscriptionStatus) =>
      setStatus(app, subscriptionId, status),
    call: <E extends Document>(entry: E, input: RequestOf<E>, who?: Signed): Promise<Answer> => {
      const rest = new Map(Object.entries(Object(input)));
      const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = encodeURIComponent(String(rest.get(name)));
        rest.delete(name);
        return value;
      });
      const isRead = entry.method === 'GET' || entry.method === 'DELETE';
      const query = new URLSearchParams(
        [...rest].map(([name, value]): [string, string] => [name, String(value)]),
      );
      const line = `${entry.method} ${path}${isRead && rest.size > 0 ? `?${query}` : ''}` as const;
      return document(app, line, { ...who, ...(!isRead && { body: Object.fromEntries(rest) }) });
    },
    /** Makes any request, such as one to a route of the product: `POST /api/…`. */
    send: (line: Parameters<typeof document>[1], { who, type, body }: Sent = {}): Promise<Answer> =>
      document(app, line, {
        ...who,
        ...(body && { body }),
        ...(type !== undefined && { headers: { 'content-type': type } }),
      }),
    /** Actions of a project's activity, newest first. */
    async listActions(subscriptionId: string, { idToken }: Signed): Promise<string[]> {
      const data = { subscriptionId, page: 1, pageSize: 100 };
      const answer = await callable(app, 'getActivity', { data, idToken });
      const { activities } = answer.json().data as { activities: { action: string }[] };
      return activities.map(({ action }) => action);
    },
    close: () => app.close(),
  };
}

function withoutLimits(product: HearthConfig): HearthConfig {
  const plans = product.plans.map(({ limits = {}, ...plan }) => {
    const open = Object.entries(limits).map(([name, limit]) => [
      name,
      typeof limit === 'boolean' ? true : null,
    ]);
    return { ...plan, seats: null, limits: Object.fromEntries(open) };
  });
  return { ...product, plans, policy: { ...product.policy, freeProjects: null } };
}
