import type { APIRequestContext, APIResponse } from '@playwright/test';
import { query } from './database.ts';
import { callFunction, signUpByCall, type Tokens } from './identity-calls.ts';
import { newPerson, type Person } from './people.ts';

export type SignedUp = Person & Tokens;

/** Card and address that buy a project on the sandbox. */
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

export async function signedUp<Names extends readonly string[]>(
  request: APIRequestContext,
  names: readonly [...Names],
): Promise<{ [Index in keyof Names]: SignedUp }> {
  const people = await Promise.all(names.map((name) => signUpByCall(request, newPerson(name))));
  return people as { [Index in keyof Names]: SignedUp };
}

export async function verify(people: readonly Person[]): Promise<void> {
  const addresses = people.map(({ email }) => email);
  await query('update accounts set email_verified = true where email = any($1)', [addresses]);
}

interface NewProject {
  readonly name?: string;
  readonly planId?: string;
  /** Payment method of the sandbox. */
  readonly card?: string;
}

export async function project(
  request: APIRequestContext,
  owner: SignedUp,
  { name, planId = 'free', card = billingInfo.paymentMethodId }: NewProject,
): Promise<string> {
  const { subscriptionId: id } = await call(request, owner, 'createSubscription', {
    planId,
    ...(planId !== 'free' && { billingInfo: { ...billingInfo, paymentMethodId: card } }),
  });
  if (name !== undefined) {
    await rename(request, owner, { id, name });
  }
  return id;
}

export async function rename(
  request: APIRequestContext,
  { idToken }: SignedUp,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await request.patch(`/v1/subscriptions/${id}`, {
    headers: { authorization: `Bearer ${idToken}` },
    data: { settings: { name } },
  });
}

export async function invite(
  request: APIRequestContext,
  host: SignedUp,
  { id, email, permissions = ['access'] }: { id: string; email: string; permissions?: string[] },
): Promise<string> {
  const input = { subscriptionId: id, email, permissions };
  return (await call(request, host, 'createInvite', input)).inviteId;
}

export async function join(
  request: APIRequestContext,
  [host, guest]: readonly [SignedUp, SignedUp],
  { id, permissions }: { id: string; permissions: string[] },
): Promise<void> {
  const inviteId = await invite(request, host, { id, email: guest.email, permissions });
  await call(request, guest, 'acceptInvite', { inviteId });
}

/** Without a mail each. */
export async function inviteMany(id: string, count: number): Promise<void> {
  await query(
    `insert into invites (id, subscription_id, email, permissions, token_hash, status, invited_by,
       created_at, expires_at)
     select id || n, id, 'seat' || n || '@example.com', '{access}', '', 'pending', owner_id,
       now(), now() + interval '9 days' from subscriptions, generate_series(1, $2) n where id = $1`,
    [id, count],
  );
}

export async function addCard(
  request: APIRequestContext,
  owner: SignedUp,
  { id, number }: { id: string; number: string },
): Promise<string> {
  const { clientSecret } = await call(request, owner, 'createSetupIntent', { subscriptionId: id });
  const { id: card } = await askSandbox(request, 'payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '4',
    'card[exp_year]': '2038',
    'card[cvc]': '123',
  });
  await askSandbox(request, `setup_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    client_secret: clientSecret,
    payment_method: card,
  });
  return card;
}

/** As the payment provider's script asks from the page. */
async function askSandbox(
  request: APIRequestContext,
  path: string,
  form: Readonly<Record<string, string>>,
) {
  const headers = { authorization: 'Bearer pk_test_sandbox' };
  return answerTo(await request.post(`/sandbox/v1/${path}`, { headers, form }));
}

export const call = (
  request: APIRequestContext,
  { idToken }: SignedUp,
  name: string,
  data: object,
) => callFunction(request, name, { idToken, data });

/** Finds the address of the first invoice of a project that was bought. */
export async function firstInvoice(
  request: APIRequestContext,
  { idToken }: SignedUp,
  id: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${idToken}` };
  const listed = await request.get(`/v1/subscriptions/${id}/invoices`, { headers });
  const [first] = (await answerTo(listed)).invoices;
  const opened = await request.get(`/v1/subscriptions/${id}/invoices/${first.id}/link`, {
    headers,
  });
  return (await answerTo(opened)).url;
}

async function answerTo(response: APIResponse) {
  if (!response.ok()) {
    throw new Error(`${response.url()} answers ${response.status()}: ${await response.text()}`);
  }
  return await response.json();
}
