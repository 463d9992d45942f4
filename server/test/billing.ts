import { expect } from 'vitest';
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

/** The browser's side of the bank's question. */
export function answerChallenge(
  { server }: TestApp,
  clientSecret: string,
  success: boolean,
): Promise<Answer> {
  const payload = { client_secret: clientSecret, success };
  return server.inject({ method: 'POST', url: '/sandbox/challenges', payload });
}
