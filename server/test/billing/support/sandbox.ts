import { expect } from 'vitest';
import type { TestApp } from '../../harness/test-app.ts';

type Fields = Readonly<Record<string, string>>;
/** One of Stripe's objects, as its API answers it. */
// biome-ignore lint/suspicious/noExplicitAny: answers of Stripe have as many shapes as it has calls.
export type StripeObject = Record<string, any>;

async function fetchJson({ app }: TestApp, path: string, init: RequestInit): Promise<StripeObject> {
  const { sandbox = expect.fail('the sandbox is not the provider') } = app;
  const answer = await sandbox.fetch(path, init);
  const text = await answer.text();
  expect(answer.ok, `${path}: ${text}`).toBe(true);
  return JSON.parse(text);
}

const headers = { authorization: 'Bearer sk_test_sandbox' };

/** A request that our provider does not send, such as one of the dashboard. */
export function sendToStripe(
  app: TestApp,
  path: string,
  params: Fields = {},
): Promise<StripeObject> {
  const body = new URLSearchParams(params).toString();
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  return fetchJson(app, path, { method: 'POST', headers: form, body });
}

/** Cancels or removes, as the dashboard does. */
export const deleteAtStripe = (app: TestApp, path: string): Promise<StripeObject> =>
  fetchJson(app, path, { method: 'DELETE', headers });

export const readFromStripe = (app: TestApp, path: string): Promise<StripeObject> =>
  fetchJson(app, path, { headers });

/** All of a list, oldest first. */
export async function listAtStripe(app: TestApp, path: string): Promise<StripeObject[]> {
  const sign = path.includes('?') ? '&' : '?';
  const all: StripeObject[] = [];
  for (let behind = ''; ; behind = `&starting_after=${all.at(-1)?.id}`) {
    const { data, has_more } = await readFromStripe(app, `${path}${sign}limit=100${behind}`);
    all.push(...data);
    if (!has_more) {
      return all.reverse();
    }
  }
}

/** Acts as the world outside, such as a bank or a clock; docs/stripe-emulator.md lists the controls. */
export const steerStripe = (app: TestApp, control: string, given: object): Promise<StripeObject> =>
  fetchJson(app, `/_control/${control}`, { method: 'POST', body: JSON.stringify(given) });

/** A project's customer at the provider; undefined where it has none. */
export async function findCustomer(
  app: TestApp,
  subscriptionId: string,
): Promise<StripeObject | undefined> {
  const customers = await listAtStripe(app, '/v1/customers');
  return customers.find(({ metadata }) => metadata.subscriptionId === subscriptionId);
}

/** From now on the bank treats all cards of the project's customer as it treats this one, such as `pm_card_visa`. */
export async function turnCards(app: TestApp, subscriptionId: string, card: string): Promise<void> {
  const customer = (await findCustomer(app, subscriptionId)) ?? expect.fail();
  const cards = await listAtStripe(app, `/v1/payment_methods?type=card&customer=${customer.id}`);
  for (const { id } of cards) {
    await steerStripe(app, 'dispute_card', { payment_method: id, card });
  }
}

/** How many customers the provider has, for tests in which none may be made. */
export const countCustomers = async (app: TestApp): Promise<number> =>
  (await listAtStripe(app, '/v1/customers')).length;

export async function removeCustomer(app: TestApp, subscriptionId: string): Promise<void> {
  const customer = (await findCustomer(app, subscriptionId)) ?? expect.fail();
  const { sandbox = expect.fail() } = app.app;
  await sandbox.fetch(`/v1/customers/${customer.id}`, { method: 'DELETE', headers });
}
