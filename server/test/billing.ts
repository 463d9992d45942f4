import type { HearthConfig } from '@hearth/contract';
import { expect } from 'vitest';
import { createCrowd } from './crowd.ts';
import type { TestApp } from './test-app.ts';
import { type Answer, callable, type Person } from './wire-client.ts';

export const billingDetails = {
  name: 'Ada Lovelace',
  phone: '+44 20 7946 0000',
  address: {
    line1: '12 St James Square',
    line2: '',
    city: 'London',
    state: '',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
  },
};

/** What the first payment needs, with one of the sandbox's cards. */
export const billingInfo = (paymentMethodId = 'pm_card_visa') => ({
  billingDetails,
  paymentMethodId,
});

/** Buys a plan and answers the subscription's id. */
export async function createPaidSubscription(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  planId = 'pro',
): Promise<string> {
  const data = { planId, billingInfo: billingInfo() };
  const answer = await callable(app, 'createSubscription', { data, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.subscriptionId;
}

/** What the browser asks of the sandbox, for a signed-in person. */
export function askSandbox(
  { server }: TestApp,
  path: 'cards' | 'setups' | 'challenges',
  { idToken, ...payload }: { readonly idToken: string } & Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${idToken}` };
  return server.inject({ method: 'POST', url: `/sandbox/${path}`, headers, payload });
}

/** The browser's side of the bank's question; the secret is all that counts, whoever is signed in. */
export async function answerChallenge(
  app: TestApp,
  clientSecret: string,
  success: boolean,
): Promise<Answer> {
  const [{ idToken } = expect.fail()] = await createCrowd(app, 1);
  return await askSandbox(app, 'challenges', { idToken, client_secret: clientSecret, success });
}

/** Pro costs $12.00 a week instead of $10.00. */
export const raisePro = (plan: HearthConfig['plans'][number]): typeof plan =>
  plan.id === 'pro'
    ? { ...plan, price: 12, priceIds: ['price_pro_raised'], retired: [plan.priceIds] }
    : plan;
