import { expect } from 'vitest';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp, type TestApp, type TestSettings } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { billingDetails, billingInfo, expectDone } from './payment-scenes.ts';
import { findCustomer, sendToStripe } from './sandbox.ts';

/** Plans by month and year whose taxes are computed: added in usd, included in eur. */
export const taxing = {
  ...monthlyYearly(),
  billing: { cancel: 'now' as const, promotionCodes: true, tax: 'automatic' as const },
};

/** Settings of an operator who has switched taxes on. */
export function withTaxes<Config extends { readonly product: TestApp['config']['product'] }>(
  config: Config,
): Config {
  const { product } = config;
  return { ...config, product: { ...product, billing: { ...product.billing, tax: 'automatic' } } };
}

export const openTaxedShop = (settings: TestSettings = {}) =>
  createOwnTestApp({ product: taxing, ...settings });

export const monthly = { planId: 'pro', frequency: 'month', currency: 'usd' } as const;

/** Details of which only the parts differ that taxes depend on. */
export function living(country: string, over: Readonly<Record<string, string>> = {}) {
  const { state = '', postal_code = '10115', ...more } = over;
  const address = { ...billingDetails.address, country, state, postal_code };
  return { ...billingDetails, ...more, address };
}

/** No ZIP code, so that the state's tax is not known. */
export const vague = living('US', { state: 'NY', postal_code: 'none' });

const wrongId = living('DE', { tax_id: 'DE12' });

export async function buyTaxed(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  details: object = living('DE'),
) {
  const data = { ...monthly, billingInfo: { ...billingInfo(), billingDetails: details } };
  return await callable(app, 'createSubscription', { data, idToken });
}

/** Clears the address at the provider, as an operator may. */
export async function clearAddress(app: TestApp, subscriptionId: string): Promise<void> {
  const { id } = (await findCustomer(app, subscriptionId)) ?? expect.fail('no customer');
  const nothing = { address: '', 'tax[validate_location]': 'deferred' };
  await sendToStripe(app, `/v1/customers/${id}`, nothing);
}

const payerCalls = {
  createSubscription: (billingInfo: object) => ({ ...monthly, billingInfo }),
  changeSubscriptionPlan: (billingInfo: object, subscriptionId: string) => ({
    ...monthly,
    subscriptionId,
    billingInfo,
  }),
  updateBillingDetails: (info: { readonly billingDetails: object }, subscriptionId: string) => ({
    ...info.billingDetails,
    subscriptionId,
  }),
} as const;

/** An address without a known tax and a tax id in a wrong form are refused, and nothing is charged. */
export async function expectTaxRefusals(name: keyof typeof payerCalls): Promise<void> {
  const app = await openTaxedShop();
  const person = await createPerson(app);
  const { idToken } = person;
  const subscriptionId =
    name === 'updateBillingDetails'
      ? String(expectDone(await buyTaxed(app, { idToken })).subscriptionId)
      : await createFreeSubscription(app, person);
  const send = (details: object) => {
    const info = { ...billingInfo(), billingDetails: details };
    return callable(app, name, { data: payerCalls[name](info, subscriptionId), idToken });
  };
  expectRefusal(await send(vague), 'billing/address-incomplete');
  expectRefusal(await send(wrongId), 'billing/tax-id-invalid');
  expectDone(await send(living('FR')));
}
