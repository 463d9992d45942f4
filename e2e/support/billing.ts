import { expect, type Page } from '@playwright/test';
import type { BillingWords } from './billing-words.ts';
import { query } from './database.ts';
import { cards, newYork, type PaymentFields } from './payment-fields.ts';
import { signUp } from './people.ts';

/** Leads to the billing step for Pro and fills it in. */
export async function fillBillingStep(
  page: Page,
  { fields, words, card }: { fields: PaymentFields; words: BillingWords; card: string },
): Promise<void> {
  await page.goto('/create-plan');
  await page.getByRole('button', { name: words.choosePro }).click();
  await fields.fillCard(page, card);
  await fields.fillAddress(page, newYork);
}

/** Answers the id of the subscription whose settings the page has come to. */
export async function boughtId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/subscription\/[A-Za-z0-9]{20}\/settings$/);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/** Signs somebody up who buys Pro; ends on the settings of the new subscription. */
export async function buyPro(
  page: Page,
  { fields, words }: { fields: PaymentFields; words: BillingWords },
  card: string = cards.works,
): Promise<string> {
  await signUp(page);
  await fillBillingStep(page, { fields, words, card });
  await page.getByRole('button', { name: words.pay }).click();
  if (card === cards.asksAlways) {
    await fields.confirm(page);
  }
  return boughtId(page);
}

/** Looks at what the change of plan costs, in cents. */
export async function previewPlan(
  page: Page,
  { id, planId }: { id: string; planId: string },
): Promise<{ dueNow: number; credit: number }> {
  await page.goto(`/subscription/${id}/billing/change-plan`);
  await page.getByRole('button', { name: new RegExp(`^(Up|Down)grade to ${planId}`, 'i') }).click();
  const costs = (await page.getByRole('region', { name: 'What it costs' }).textContent()) ?? '';
  const centsOf = (name: string) =>
    Math.round(Number(new RegExp(`${name}\\$([\\d.]+)`).exec(costs)?.[1] ?? 0) * 100);
  return { dueNow: centsOf('Due today'), credit: centsOf('Kept as credit') };
}

export async function confirmPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Change to|Confirm and pay)/ }).click();
}

export async function subscriptionRow(id: string) {
  const [row] = await query<{ plan_id: string; status: string }>(
    'select plan_id, status from subscriptions where id = $1',
    [id],
  );
  return row;
}

/** Totals and states of what was invoiced, oldest first. */
export async function invoiceRows(id: string) {
  return query<{ total: number; status: string; number: string }>(
    'select total, status, number from invoices where subscription_id = $1 order by created_at, number',
    [id],
  );
}

interface BillingAccountRow {
  readonly details: { readonly name: string; readonly address: Record<string, string> };
  readonly last4: string;
  readonly is_charged: boolean;
}

/** The provider's data about the subscription, as last read. */
export async function billingAccountRow(id: string): Promise<BillingAccountRow | undefined> {
  const [row] = await query<BillingAccountRow>(
    `select details, card->>'last4' as last4,
       provider_subscription_id is not null as is_charged
     from billing_accounts where subscription_id = $1`,
    [id],
  );
  return row;
}

/** Subscriptions of the owner of this one in every state, each with its payments; oldest first. */
export async function ownedRows(id: string) {
  return query<{ status: string; paid: number }>(
    `select other.status, coalesce((select sum(total) from invoices
       where subscription_id = other.id and status = 'paid'), 0)::int as paid
     from subscriptions sub join subscriptions other using (owner_id)
     where sub.id = $1 order by other.created_at`,
    [id],
  );
}
