import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { Person } from './people.ts';

interface PaidProject {
  readonly id: string;
  /** Address of its first invoice. */
  readonly invoice: string;
}

const billingInfo = {
  billingDetails: {
    name: 'Ada Lovelace',
    phone: '+1 212 555 0100',
    address: {
      line1: '350 Fifth Avenue',
      line2: 'Floor 34',
      city: 'New York',
      state: 'NY',
      postal_code: '10118',
      country: 'US',
    },
  },
  paymentMethodId: 'pm_card_visa',
};

/** Buys Pro on the sandbox without a screen, for tests that only need it to be there. */
export async function buyProject(
  request: APIRequestContext,
  { email, password }: Person,
): Promise<PaidProject> {
  const signIn = '/v1/accounts:signInWithPassword?key=hearth-local';
  const { idToken } = await answerTo(await request.post(signIn, { data: { email, password } }));
  const headers = { authorization: `Bearer ${idToken}` };
  const data = { data: { planId: 'pro', billingInfo } };
  const create = '/functions/us-central1/createSubscription';
  const bought = await answerTo(await request.post(create, { headers, data }));
  const id: string = bought.data.subscriptionId;
  const listed = await request.get(`/v1/subscriptions/${id}/invoices`, { headers });
  const [first] = (await answerTo(listed)).invoices;
  const opened = await request.get(`/v1/subscriptions/${id}/invoices/${first.id}/link`, {
    headers,
  });
  return { id, invoice: (await answerTo(opened)).url };
}

async function answerTo(response: APIResponse) {
  if (!response.ok()) {
    throw new Error(`${response.url()} answers ${response.status()}: ${await response.text()}`);
  }
  return await response.json();
}
