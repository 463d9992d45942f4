import type Stripe from 'stripe';
import { requireCustomer } from '../customer.ts';
import { type DueRule, onCustomer, onList, type Resource } from '../routes.ts';
import { isTaxIdWellFormed, taxIdVerdict } from '../rules/tax.ts';
import { type Scene, update } from '../scene.ts';
import type { Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { toList } from '../wire/lists.ts';

export type TaxId = Stored<Stripe.TaxId>;
type Verdict = 'pending' | 'unverified' | 'verified';

const path = '/v1/customers/{id}/tax_ids';

/** The authority answers some time after an id was added. */
const verification: DueRule = {
  nextAt: ({ taxIds: all, hidden }) => {
    const times = Object.keys(all).flatMap((id) => verdictAt(hidden[id]) ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  },
  run: (scene) => {
    const { taxIds: all, hidden } = scene.state;
    for (const taxId of Object.values(all)) {
      const at = verdictAt(hidden[taxId.id]);
      if (at !== undefined && at <= scene.now) {
        delete hidden[taxId.id];
        decideTaxId(scene, taxId.id, taxIdVerdict(taxId.type, taxId.value) ?? 'verified');
      }
    }
  },
};

const verdictAt = (hidden: Record<string, unknown> | undefined) =>
  typeof hidden?.verdictAt === 'number' ? hidden.verdictAt : undefined;

export const taxIds: Resource = {
  routes: [
    onCustomer('POST', path, {}, (scene, params: Stripe.CustomerCreateTaxIdParams, id) => {
      requireCustomer(scene.state, id);
      return addTaxId(scene, params, 'value');
    }),
    onList(
      path,
      ({ taxIds: all }) => Object.values(all),
      (_, [id]) => id,
    ),
    onCustomer('GET', `${path}/{id}`, {}, ({ state }, _, id, taxId = '') => {
      requireCustomer(state, id);
      return existing(state.taxIds, taxId, 'tax_id');
    }),
    onCustomer('DELETE', `${path}/{id}`, {}, deleteTaxId),
  ],
  due: [verification],
  inclusions: [
    {
      object: 'customer',
      field: 'tax_ids',
      compute: ({ state }, { id = '' }) =>
        toList(Object.values(state?.taxIds ?? {}).reverse(), `/v1/customers/${id}/tax_ids`),
    },
  ],
};

export function addTaxId(
  scene: Scene,
  { type, value }: Pick<Stripe.CustomerCreateTaxIdParams, 'type' | 'value'>,
  param: string,
): TaxId {
  checkTaxId({ type, value }, param);
  const { state, catalogue, now } = scene;
  const verdict = taxIdVerdict(type, value);
  const id = scene.newId('txi');
  const taxId: TaxId = {
    id,
    object: 'tax_id',
    country: toCountry(type, value),
    created: now,
    customer: state.owner,
    customer_account: null,
    livemode: false,
    owner: { customer: state.owner, customer_account: null, type: 'customer' },
    type,
    value,
    verification: {
      status: verdict === null ? 'unavailable' : 'pending',
      verified_address: null,
      verified_name: null,
    },
  };
  state.taxIds[id] = taxId;
  if (verdict !== null && verdict !== 'pending') {
    state.hidden[id] = { verdictAt: now + catalogue.settings.taxIdSeconds };
  }
  scene.emit('customer.tax_id.created', taxId);
  return taxId;
}

export function checkTaxId({ type, value }: { type: string; value: string }, param: string) {
  if (!isTaxIdWellFormed(type, value)) {
    throw invalid(`Invalid value for ${type}.`, param, 'tax_id_invalid');
  }
}

function toCountry(type: string, value: string): string {
  const country = (type === 'eu_vat' ? value : type).slice(0, 2).toUpperCase();
  return country === 'EL' ? 'GR' : country;
}

export function decideTaxId(scene: Scene, id: string, status: Verdict): TaxId {
  const taxId = existing(scene.state.taxIds, id, 'tax_id');
  return update(scene, 'customer.tax_id.updated', taxId, () => {
    taxId.verification = {
      status,
      verified_address: null,
      verified_name: status === 'verified' ? 'Verified Ltd' : null,
    };
  });
}

function deleteTaxId(scene: Scene, _: object, id: string, taxId = '') {
  const { state } = scene;
  requireCustomer(state, id);
  const deleted = existing(state.taxIds, taxId, 'tax_id');
  delete state.taxIds[taxId];
  delete state.hidden[taxId];
  scene.emit('customer.tax_id.deleted', deleted);
  return { id: taxId, object: 'tax_id', deleted: true };
}
