import { stepOf } from '../rules/money.ts';
import { type TaxBehavior, type TaxRule, taxOfLines, taxRuleOf } from '../rules/tax.ts';
import type { Scene } from '../scene.ts';
import { invalid } from '../wire/errors.ts';
import { customerOf, type Invoice, type InvoiceLine, type Price, type TaxRate } from './objects.ts';

type LineTax = NonNullable<InvoiceLine['taxes']>[number];

interface AppliedRate {
  id: string;
  percent: number;
  behavior: TaxBehavior;
  reason: LineTax['taxability_reason'];
}

/** Where the customer pays tax; undefined while that is not known well enough. */
export function taxRuleFor(scene: Scene): TaxRule | undefined {
  const customer = customerOf(scene.state);
  const place = customer.shipping?.address ?? customer.address;
  const { seller: country, registrations } = scene.catalogue.settings.tax;
  const payer = {
    place: place
      ? { country: place.country, state: place.state, postal_code: place.postal_code }
      : null,
    taxIdTypes: Object.values(scene.state.taxIds).map((taxId) => taxId.type),
    exempt: customer.tax_exempt ?? 'none',
  };
  return taxRuleOf(payer, { country, registrations });
}

const placeUnknown = () =>
  invalid(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    undefined,
    'customer_tax_location_invalid',
  );

/** Refuses what automatic tax cannot be computed for: an unknown place, or a price that does not say how it is meant. */
export function requireTaxable(scene: Scene, prices: readonly Price[]) {
  if (!taxRuleFor(scene)) {
    throw placeUnknown();
  }
  const undecided = prices.find((price) => behaviorOf(scene, price) === undefined);
  if (undecided) {
    throw invalid(
      `The price \`${undecided.id}\` doesn't have \`tax_behavior\` set. Set it, or a default in the tax settings, to use automatic tax.`,
      'automatic_tax',
    );
  }
}

function behaviorOf(scene: Scene, price: Price | undefined): TaxBehavior | undefined {
  switch (price?.tax_behavior) {
    case 'inclusive':
      return 'inclusive';
    case 'exclusive':
      return 'exclusive';
    default:
      return scene.catalogue.settings.tax.defaultBehavior;
  }
}

/** Sets the taxes of all lines. Answers how much is on top of the lines and how much is inside them. */
export function taxLines(scene: Scene, invoice: Invoice) {
  const rule = invoice.automatic_tax.enabled ? taxRuleFor(scene) : undefined;
  if (invoice.automatic_tax.enabled) {
    invoice.automatic_tax.status = rule ? 'complete' : 'requires_location_inputs';
  }
  const rates = invoice.lines.data.map((line) => ratesOf(scene, invoice, line, rule));
  const taxable = invoice.lines.data.flatMap((line, index) =>
    (rates[index] ?? []).map((rate) => ({ line, rate, amount: netOf(line) })),
  );
  const taxes = taxOfLines(
    taxable.map(({ amount, rate }) => ({ amount, percent: rate.percent, behavior: rate.behavior })),
    stepOf(invoice.currency),
  );

  for (const line of invoice.lines.data) {
    line.taxes = [];
  }
  for (const [index, { line, rate, amount }] of taxable.entries()) {
    const tax = taxes[index] ?? 0;
    line.taxes?.push({
      amount: tax,
      tax_behavior: rate.behavior,
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: rate.reason,
      taxable_amount: rate.behavior === 'inclusive' ? amount - tax : amount,
      type: 'tax_rate_details',
    });
  }
  invoice.total_taxes = sumByRate(invoice.lines.data.flatMap((line) => line.taxes ?? []));
}

function netOf(line: InvoiceLine): number {
  return (
    line.amount - (line.discount_amounts ?? []).reduce((sum, discount) => sum + discount.amount, 0)
  );
}

function ratesOf(
  scene: Scene,
  invoice: Invoice,
  line: InvoiceLine,
  rule: TaxRule | undefined,
): AppliedRate[] {
  const before = creditedTaxes(scene, line);
  if (before) {
    return before;
  }
  if (rule) {
    const price = scene.catalogue.prices[line.pricing?.price_details?.price ?? ''];
    const behavior = behaviorOf(scene, price) ?? 'exclusive';
    return [
      { id: automaticRateId(rule, behavior), percent: rule.percent, behavior, reason: rule.reason },
    ];
  }
  if (invoice.automatic_tax.enabled) {
    return [];
  }
  const own = scene.state.billing.lineTerms[line.id]?.taxRates ?? [];
  const ids = own.length > 0 ? own : invoice.default_tax_rates.map((rate) => rate.id);
  return ids.flatMap((id) => {
    const rate = scene.catalogue.taxRates[id];
    return rate
      ? [
          {
            id,
            percent: rate.percentage,
            behavior: rate.inclusive ? 'inclusive' : 'exclusive',
            reason: 'not_available',
          },
        ]
      : [];
  });
}

/** A credit gives back the tax of its debit, wherever the customer lives now. */
function creditedTaxes(scene: Scene, line: InvoiceLine): AppliedRate[] | undefined {
  const credited = line.parent?.subscription_item_details?.proration_details?.credited_items;
  const debit = scene.state.invoices[credited?.invoice ?? '']?.lines.data.find(
    ({ id }) => id === credited?.invoice_line_items[0],
  );
  return debit?.taxes?.flatMap((tax) => {
    const id = tax.tax_rate_details?.tax_rate ?? '';
    const rate = automaticTaxRate(id) ?? scene.catalogue.taxRates[id];
    return rate
      ? {
          id,
          percent: rate.percentage,
          behavior: rate.inclusive ? 'inclusive' : 'exclusive',
          reason: tax.taxability_reason,
        }
      : [];
  });
}

function sumByRate(taxes: readonly LineTax[]): LineTax[] {
  const byRate = new Map<string, LineTax>();
  for (const tax of taxes) {
    const key = tax.tax_rate_details?.tax_rate ?? '';
    const before = byRate.get(key);
    byRate.set(key, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (before?.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}

/** The rates of automatic tax are not stored: their id says all that they are. */
function automaticRateId(rule: TaxRule, behavior: TaxBehavior): string {
  const percent = String(rule.percent).replace('.', 'p');
  return [
    'txr_auto',
    rule.place.replace('-', ''),
    rule.tax_type.replace('_', ''),
    behavior,
    percent,
  ].join('_');
}

export function automaticTaxRate(id: string): TaxRate | undefined {
  const [, place, kind, behavior, percent] =
    /^txr_auto_([A-Z]+)_([a-z]+)_([a-z]+)_([0-9p]+)$/.exec(id) ?? [];
  if (place === undefined || kind === undefined || percent === undefined) {
    return undefined;
  }
  const percentage = Number(percent.replace('p', '.'));
  return {
    id,
    object: 'tax_rate',
    active: false,
    country: place.slice(0, 2),
    created: 0,
    description: null,
    display_name: kind === 'salestax' ? 'Sales Tax' : kind.toUpperCase(),
    effective_percentage: percentage,
    flat_amount: null,
    inclusive: behavior === 'inclusive',
    jurisdiction: place.slice(0, 2),
    jurisdiction_level: place.length > 2 ? 'state' : 'country',
    livemode: false,
    metadata: {},
    percentage,
    rate_type: 'percentage',
    state: place.slice(2) || null,
    tax_type: kind === 'salestax' ? 'sales_tax' : (kind as TaxRate['tax_type']),
  };
}
