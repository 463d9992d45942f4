import { expect } from 'vitest';
import { callAs, operatedEnv } from './operators.ts';
import { createTestApp, type TestApp, type TestSettings } from './test-app.ts';
import type { Person } from './wire-client.ts';

/** A product whose operators may see it as a person does. */
export function createViewedApp(settings: TestSettings = {}): Promise<TestApp> {
  const product = { policy: { operatorsSeeAsPerson: true } };
  return createTestApp({ logger: false, env: operatedEnv, product, ...settings });
}

export const viewReason = 'Ticket 12: cannot see the invoices';

/** Asks for a view of the person. */
export const askForView = (
  app: TestApp,
  by: Pick<Person, 'idToken'>,
  { uid }: Pick<Person, 'uid'>,
  reason = viewReason,
) => callAs(app, by, `POST /accounts/${uid}/views`, { reason });

/** Begins a view; answers its token in the place of an ID token. */
export async function seeAs(
  app: TestApp,
  by: Pick<Person, 'idToken'>,
  person: Pick<Person, 'uid'>,
): Promise<{ readonly idToken: string }> {
  const answer = await askForView(app, by, person);
  expect(answer.statusCode, answer.body).toBe(200);
  return { idToken: answer.json().token };
}
