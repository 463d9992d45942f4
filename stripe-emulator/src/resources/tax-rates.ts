import type Stripe from 'stripe';
import type { TaxRate } from '../billing/objects.ts';
import { automaticTaxRate } from '../billing/taxes.ts';
import { type CatalogueScene, onCatalogue, type Resource } from '../routes.ts';
import { mergeMetadata } from '../scene.ts';
import { existing } from '../wire/errors.ts';

/** Rates that somebody made, and those of automatic tax, which are the same for everybody. */
export const taxRates: Resource = {
  routes: [
    onCatalogue('POST', '/v1/tax_rates', createTaxRate),
    onCatalogue(
      'GET',
      '/v1/tax_rates/{id}',
      ({ catalogue }, _, id) =>
        automaticTaxRate(id) ?? existing(catalogue.taxRates, id, 'tax rate'),
    ),
    onCatalogue('POST', '/v1/tax_rates/{id}', updateTaxRate),
  ],
};

function createTaxRate(
  { catalogue, now, newId, emit }: CatalogueScene,
  params: Stripe.TaxRateCreateParams,
): TaxRate {
  const rate: TaxRate = {
    id: newId('txr'),
    object: 'tax_rate',
    active: params.active ?? true,
    country: params.country ?? null,
    created: now,
    description: params.description ?? null,
    display_name: params.display_name,
    effective_percentage: params.percentage,
    flat_amount: null,
    inclusive: params.inclusive,
    jurisdiction: params.jurisdiction ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    percentage: params.percentage,
    rate_type: 'percentage',
    state: params.state ?? null,
    tax_type: params.tax_type ?? null,
  };
  catalogue.taxRates[rate.id] = rate;
  emit('tax_rate.created', rate);
  return rate;
}

function updateTaxRate(
  { catalogue, emit }: CatalogueScene,
  params: Stripe.TaxRateUpdateParams,
  id: string,
): TaxRate {
  const rate = existing(catalogue.taxRates, id, 'tax rate');
  rate.active = params.active ?? rate.active;
  rate.description = params.description ?? rate.description;
  rate.display_name = params.display_name ?? rate.display_name;
  rate.metadata = mergeMetadata(rate.metadata ?? {}, params.metadata);
  emit('tax_rate.updated', rate);
  return rate;
}
