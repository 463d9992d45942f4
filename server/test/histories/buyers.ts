import { billingDetails } from '../billing/support/payment-scenes.ts';
import type { Chance } from '../harness/chance.ts';

interface Part {
  readonly country: string;
  readonly state?: string;
  readonly postal_code?: string;
  readonly tax_id?: string;
}

/** Places with a tax on top, with a rate of several digits, without one, and of a business that accounts for its tax. */
const places: readonly Part[] = [
  { country: 'GB' },
  { country: 'CH' },
  { country: 'US', state: 'NY', postal_code: '10001' },
  { country: 'BR', state: 'SP', postal_code: '01310-100' },
  { country: 'DE', postal_code: '10115' },
  { country: 'DE', postal_code: '10115', tax_id: 'DE123456789' },
];

/** Name and address of a payer; only the places of a taxed product differ. */
export function chooseDetails(chance: Chance, isTaxed: boolean): object {
  if (!isTaxed) {
    return billingDetails;
  }
  const { tax_id = '', ...place } = chance.pick(places);
  return { ...billingDetails, tax_id, address: { ...billingDetails.address, ...place } };
}
