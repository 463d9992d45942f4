import type Stripe from 'stripe';
import { toAddress } from '../customer.ts';
import { addTaxId } from '../resources/tax-ids.ts';
import { mergeMetadata, type Scene } from '../scene.ts';
import { emptyState } from '../state.ts';
import { invalid, missing, StripeError } from '../wire/errors.ts';
import { prepareSubscription } from './create-subscription.ts';
import { createDraft, pendingItems } from './drafts.ts';
import { billingDue } from './due.ts';
import { computeAmounts } from './invoice-amounts.ts';
import { customerOf, type Invoice, isEnded, periodEndOf, type Subscription } from './objects.ts';
import { expirePendingUpdate, prepareChange } from './update-subscription.ts';

type PreviewParams = Stripe.InvoiceCreatePreviewParams;
type SubscriptionDetails = NonNullable<PreviewParams['subscription_details']>;

/** A preview of an invoice. The real change runs on a copy, and the copy is dropped. */
export function previewInvoice(
  scene: Scene,
  params: PreviewParams,
  newCustomer: (scene: Scene) => void,
): Invoice {
  checkSomething(params);
  const trial: Scene = {
    ...scene,
    state: structuredClone(scene.state),
    guests: [],
    catalogue: structuredClone(scene.catalogue),
    emit: () => undefined,
  };
  if (!trial.state.customer) {
    if (params.customer !== undefined) {
      throw missing('customer', params.customer, 'customer');
    }
    trial.state = emptyState('preview');
    newCustomer(trial);
  }
  setCustomerDetails(trial, params);

  const id =
    params.subscription ?? trial.state.schedules[params.schedule ?? '']?.subscription ?? undefined;
  const invoice =
    id === undefined ? previewOfPurchase(trial, params) : previewOfChange(trial, id, params);
  if (params.automatic_tax) {
    invoice.automatic_tax.enabled = params.automatic_tax.enabled;
  }
  computeAmounts(trial, invoice);
  return present(trial, invoice);
}

function checkSomething(params: PreviewParams) {
  const {
    subscription,
    schedule,
    invoice_items: items,
    subscription_details: details,
    schedule_details: phases,
  } = params;
  if (!subscription && !schedule && !details?.items && !phases?.phases && !items) {
    throw invalid(
      'You must provide at least one of: subscription, schedule, subscription_details.items, schedule_details.phases, invoice_items.',
    );
  }
}

function setCustomerDetails(scene: Scene, params: PreviewParams) {
  const { customer_details: details } = params;
  if (!details) {
    return;
  }
  const customer = customerOf(scene.state);
  if (details.address !== undefined) {
    customer.address = toAddress(details.address || undefined, 'customer_details[address]');
  }
  customer.tax_exempt = (details.tax_exempt ?? customer.tax_exempt) || 'none';
  for (const [index, taxId] of (details.tax_ids ?? []).entries()) {
    addTaxId(scene, taxId, `customer_details[tax_ids][${index}][value]`);
  }
}

function previewOfPurchase(scene: Scene, params: PreviewParams): Invoice {
  const details = params.subscription_details ?? {};
  if (!details.items) {
    const currency = params.currency ?? 'usd';
    return createDraft(scene, { reason: 'manual', currency, lines: [] });
  }
  const { subscription, lines } = prepareSubscription(scene, {
    items: details.items as Stripe.SubscriptionCreateParams['items'] & object,
    ...(params.currency && { currency: params.currency }),
    ...(params.discounts && { discounts: params.discounts }),
    ...(details.trial_end !== undefined && { trial_end: details.trial_end }),
    ...(details.proration_behavior && { proration_behavior: details.proration_behavior }),
    ...(typeof details.billing_cycle_anchor === 'number' && {
      billing_cycle_anchor: details.billing_cycle_anchor,
    }),
    ...(details.billing_mode && { billing_mode: details.billing_mode }),
  });
  return createDraft(scene, {
    subscription,
    reason: 'subscription_create',
    currency: subscription.currency,
    lines,
  });
}

function previewOfChange(scene: Scene, id: string, params: PreviewParams): Invoice {
  const subscription = scene.state.subscriptions[id];
  if (!subscription) {
    throw missing('subscription', id, 'subscription');
  }
  const { items, ...details } = params.subscription_details ?? {};
  const isChanged =
    items !== undefined ||
    details.trial_end !== undefined ||
    details.billing_cycle_anchor !== undefined;
  if (isEnded(subscription)) {
    throw noneUpcoming(subscription);
  }
  if (isChanged || params.discounts !== undefined || details.cancel_at_period_end !== undefined) {
    const invoice = previewOfUpdate(
      scene,
      subscription,
      { ...details, ...(items && { items }) },
      params,
    );
    if (invoice) {
      return invoice;
    }
  }
  return previewOfRenewal(scene, subscription);
}

/** The invoice that the change itself would make; without one, the next renewal shows the change. */
function previewOfUpdate(
  scene: Scene,
  subscription: Subscription,
  details: SubscriptionDetails,
  params: PreviewParams,
): Invoice | undefined {
  const [first] = subscription.items.data;
  const period = { start: first?.current_period_start ?? scene.now, end: scene.now };
  const {
    billing_cycle_anchor: anchor,
    trial_end,
    proration_behavior,
    proration_date,
    cancel_at_period_end,
  } = details;
  const type = typeof anchor === 'object' ? anchor.type : anchor;
  expirePendingUpdate(scene, subscription);
  const { lines, isBilledNow } = prepareChange(scene, subscription, {
    ...(details.items && {
      items: details.items as Stripe.SubscriptionUpdateParams['items'] & object,
    }),
    ...(type !== undefined && { billing_cycle_anchor: { type: String(type) } }),
    ...(trial_end !== undefined && { trial_end }),
    ...(proration_behavior && { proration_behavior }),
    ...(proration_date && { proration_date }),
    ...(cancel_at_period_end !== undefined && { cancel_at_period_end }),
    ...(params.discounts !== undefined && { discounts: params.discounts }),
  });
  if (!isBilledNow) {
    return undefined;
  }
  return createDraft(scene, {
    subscription,
    reason: 'subscription_update',
    currency: subscription.currency,
    lines,
    period,
  });
}

function previewOfRenewal(scene: Scene, subscription: Subscription): Invoice {
  const end = periodEndOf(subscription);
  const isEnding = subscription.cancel_at !== null && subscription.cancel_at <= end;
  const hasPending = pendingItems(scene, subscription.id, subscription.currency).length > 0;
  if (isEnding && !hasPending) {
    throw noneUpcoming(subscription);
  }

  assumeCard(subscription);
  // Whatever else would happen until then, such as the next phase of a schedule, happens on the copy.
  const others = {
    ...scene.state,
    subscriptions: { [subscription.id]: subscription },
    invoices: {},
  };
  const then: Scene = {
    ...scene,
    state: { ...others, invoices: { ...scene.state.invoices } },
    now: end,
  };
  const { settings } = then.catalogue;
  const attemptAt = end + settings.draftMinutes * 60;
  settings.draftMinutes = 60;
  holdInvoices(then);
  const known = new Set(Object.keys(then.state.invoices));
  for (let step = 0; step < mostSteps; step += 1) {
    if ((billingDue.nextAt(then.state, then.catalogue) ?? Number.POSITIVE_INFINITY) > end) {
      break;
    }
    billingDue.run(then);
    const made = Object.values(then.state.invoices).find((invoice) => !known.has(invoice.id));
    if (made) {
      scene.state.invoices[made.id] = made;
      made.next_payment_attempt =
        made.collection_method === 'charge_automatically' ? attemptAt : null;
      return made;
    }
  }
  throw noneUpcoming(subscription);
}

const mostSteps = 50;

/** A trial without a card is shown as if one came before its end. */
function assumeCard({ trial_settings: settings }: Subscription) {
  if (settings) {
    settings.end_behavior.missing_payment_method = 'create_invoice';
  }
}

/** Drafts and retries that are due meanwhile are not part of the question. */
function holdInvoices(scene: Scene) {
  for (const invoice of Object.values(scene.state.invoices)) {
    invoice.auto_advance = false;
  }
}

const noneUpcoming = (subscription: Subscription) =>
  new StripeError(
    404,
    'invalid_request_error',
    `No upcoming invoices for customer: ${subscription.customer}`,
    {
      code: 'invoice_upcoming_none',
    },
  );

/** A preview has no id that could be looked up, and shows ten lines at first. */
function present(scene: Scene, invoice: Invoice): Invoice {
  const id = `upcoming_${invoice.id}`;
  const shown = 10;
  const lines = invoice.lines.data;
  return {
    ...invoice,
    id,
    auto_advance: false,
    metadata: mergeMetadata({}, invoice.metadata ?? undefined),
    created: invoice.created,
    lines: {
      ...invoice.lines,
      data: lines.slice(0, shown).map((line) => ({ ...line, invoice: id })),
      has_more: lines.length > shown,
      url: `/v1/invoices/upcoming/lines?customer=${scene.state.customer?.id ?? ''}`,
    },
    next_payment_attempt: invoice.next_payment_attempt,
    status: 'draft',
  };
}
