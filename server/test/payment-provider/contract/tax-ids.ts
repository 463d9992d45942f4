import type { TaxId } from '@hearth/contract';
import { describe, expect, it, vi } from 'vitest';
import { TaxIdRefused } from '../../../src/modules/billing/port/taxes.ts';
import { proMonth } from './calendar.ts';
import { newKey } from './steps.ts';
import type { ProviderRig } from './suite.ts';

import { buyTaxed, germanId, living, makeTaxed } from './tax-steps.ts';

/** Tax ids of customers, and what becomes of their invoices. */
export function taxIdCases(rig: () => ProviderRig): void {
  describe('taxes', () => {
    idCases(rig);
  });
}

function idCases(rig: () => ProviderRig): void {
  const set = (customerId: string, taxId: TaxId | null, key = newKey()) =>
    rig().provider.setTaxId({ key, customerId, taxId });
  const statusOf = (customerId: string) => rig().provider.readTaxIdStatus(customerId);
  const isReversed = async (id: string) =>
    (await rig().provider.readNextTotal(id))?.parts.isReverseCharge === true;

  it('follow the tax id of the customer: added, replaced and removed', async () => {
    const { customerId } = await makeTaxed(rig(), { details: living('DE') });
    const { id } = await buyTaxed(rig(), { customerId }, { items: proMonth });
    expect(await statusOf(customerId)).toBeNull();
    expect(await isReversed(id)).toBe(false);
    await set(customerId, germanId);
    expect(await isReversed(id)).toBe(true);
    await set(customerId, { type: 'eu_vat', value: 'NL123456789B01' });
    expect(await isReversed(id)).toBe(true);
    await set(customerId, null);
    expect(await isReversed(id)).toBe(false);
    expect(await statusOf(customerId)).toBeNull();
    await set(customerId, null);
  });

  it('repeated with its key, a tax id is set once', async () => {
    const { customerId } = await makeTaxed(rig(), { details: living('DE') });
    const key = newKey();
    await set(customerId, germanId, key);
    await set(customerId, germanId, key);
    await set(customerId, germanId);
    await vi.waitFor(async () => expect(await statusOf(customerId)).toBe('verified'), 5_000);
  });

  it.each([
    ['verified', germanId],
    ['unverified', { type: 'eu_vat', value: 'DE111111111' }],
    ['pending', { type: 'eu_vat', value: 'DE222222222' }],
    ['unavailable', { type: 'no_vat', value: '123456789MVA' }],
  ] as const)('tell how the look-up ends: %s', async (status, taxId) => {
    const { customerId } = await makeTaxed(rig(), { details: living('DE'), taxId });
    await vi.waitFor(async () => expect(await statusOf(customerId)).toBe(status), 5_000);
  });

  it('a tax id in a wrong form: throws TaxIdRefused, and the present one stays', async () => {
    const { customerId } = await makeTaxed(rig(), { details: living('DE'), taxId: germanId });
    const wrong: TaxId = { type: 'eu_vat', value: 'DE12' };
    await expect(set(customerId, wrong)).rejects.toBeInstanceOf(TaxIdRefused);
    await vi.waitFor(async () => expect(await statusOf(customerId)).toBe('verified'), 5_000);
  });
}
