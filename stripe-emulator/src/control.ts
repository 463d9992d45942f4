import type { Courier, Forgery, Treatment } from './courier.ts';
import type { Engine } from './engine.ts';
import { addEndpoint } from './resources/account.ts';
import { addCoupon, addPromotionCode } from './resources/coupons.ts';
import { decideProcessing, finishPayment } from './resources/payment-intents.ts';
import { addPrice, addProduct } from './resources/products.ts';
import { closeDispute, dispute, failRefund } from './resources/refunds.ts';
import { finishSetup } from './resources/setup-intents.ts';
import { decideTaxId } from './resources/tax-ids.ts';
import type { CatalogueScene } from './routes.ts';
import { type Scene, type StripeObject, update } from './scene.ts';
import type { Catalogue, CustomerState, Settings } from './state.ts';
import type { Store } from './store/store.ts';
import { existing, invalid, missing } from './wire/errors.ts';
import type { Wire } from './wire/serve.ts';
import { numberOf } from './world/bank.ts';
import type { Fault, Faults } from './world/faults.ts';

/** Objects that exist from the start. The founder chooses ids; other fields are as in Stripe's calls. */
export interface Seed {
  products?: Parameters<typeof addProduct>[1][];
  prices?: SeedPrice[];
  coupons?: Parameters<typeof addCoupon>[1][];
  promotion_codes?: Parameters<typeof addPromotionCode>[1][];
  webhook_endpoints?: (Parameters<typeof addEndpoint>[1] & { id: string })[];
  account?: Partial<Catalogue['account']>;
  settings?: Partial<Settings>;
}

type SeedPrice = Parameters<typeof addPrice>[1];

export interface Configuration {
  final?: Settings['afterLastRetry'];
  retryDays?: number[];
  incompleteHours?: number;
  draftMinutes?: number;
  minimums?: boolean;
  taxIdMs?: number;
  listsMissing?: boolean;
  account?: string;
  tax?: Partial<Settings['tax']>;
}

interface Tools {
  store: Store;
  engine: Engine;
  wire: Wire;
  courier: Courier;
  faults: Faults;
  seed: Seed;
  moveClock(toTime: (now: number) => number): Promise<{ now: number }>;
  now(): Promise<number>;
}

const daySeconds = 24 * 3600;

/** Actions of tests: move the clock, ask for failures, be the bank, the holder or a person in the dashboard. */
export function createControl(tools: Tools) {
  const { store, engine, wire, courier, faults } = tools;
  const onObject = (id: string, work: (scene: Scene) => object): Promise<object> =>
    engine.runOnObject(id, work);

  return {
    reset: async ({ cfg = {} }: { cfg?: Configuration } = {}) => {
      await courier.finish();
      await store.clear();
      faults.clear();
      wire.records.length = 0;
      courier.records.length = 0;
      await plant(engine, tools.seed);
      await engine.runOnAccount((scene) => configure(scene, cfg));
      return { ok: true };
    },
    config: (given: Configuration) => engine.runOnAccount((scene) => configure(scene, given)),
    seed: async (given: Seed) => {
      await plant(engine, given);
      return { ok: true };
    },
    advance: (by: { seconds?: number; hours?: number; days?: number }) => {
      const { seconds = 0, hours = 0, days = 0 } = by;
      return tools.moveClock((now) => now + seconds + hours * 3600 + days * daySeconds);
    },
    clock: ({ at }: { at: number }) => tools.moveClock(() => at),
    portal_cancel: ({ subscription }: { subscription: string }) =>
      onObject(subscription, (scene) => cancelInPortal(scene, subscription)),
    classic_billing: ({ subscription }: { subscription: string }) =>
      onObject(subscription, (scene) => makeClassic(scene, subscription)),
    tax_id: ({ id, status }: { id: string; status: Parameters<typeof decideTaxId>[2] }) =>
      onObject(id, (scene) => decideTaxId(scene, id, status)),
    chargeback: (given: { invoice?: string; payment_intent?: string; status?: 'won' | 'lost' }) =>
      onObject(given.payment_intent ?? given.invoice ?? '', (scene) => chargeBack(scene, given)),
    refund_failed: ({ id }: { id: string }) => onObject(id, (scene) => failRefund(scene, id)),
    dispute_card: ({ payment_method: id, card }: { payment_method: string; card: string }) =>
      onObject(id, ({ state }) => {
        existing(state.bankCards, id, 'PaymentMethod').number = numberOf(card) ?? card;
        return existing(state.paymentMethods, id, 'PaymentMethod');
      }),
    authenticate: ({ id, success = true }: { id: string; success?: boolean }) =>
      onObject(id, (scene) =>
        id.startsWith('seti_')
          ? finishSetup(scene, id, success)
          : finishPayment(scene, id, success),
      ),
    decide_processing: ({ id, success = true }: { id: string; success?: boolean }) =>
      onObject(id, (scene) => decideProcessing(scene, id, success)),
    webhooks: async (given: Treatment & { url: string; secret: string; events?: string[] }) => {
      const { url, secret, events = ['*'], ...treatment } = given;
      const endpoint = await engine.runOnAccount((scene) =>
        addEndpoint(scene, { url, secret, enabled_events: events }),
      );
      courier.treat(endpoint.id, treatment);
      return { id: endpoint.id };
    },
    remove_webhooks: () =>
      engine.runOnAccount(({ catalogue }) => {
        catalogue.webhookEndpoints = {};
        return {};
      }),
    deliver: ({ ids, hook = 0, ...forgery }: Forgery & { ids?: string[]; hook?: number }) =>
      courier.resend(ids, hook, forgery),
    fault: (given: Fault) => faults.add(given),
    remove_faults: () => faults.clear(),
    requests: () => wire.records,
    selfcheck: (): string[] => wire.problems,
    deliveries: () => courier.records,
    events: (): Promise<object[]> => store.transaction((tx) => tx.listEvents()),
    state: async (): Promise<object[]> => {
      const [states, catalogue] = await store.transaction(async (tx) => [
        await tx.readStates('all'),
        await tx.readCatalogue(),
      ]);
      return [...states.flatMap(toObjects), ...toObjects(catalogue)];
    },
  };
}

export type Control = ReturnType<typeof createControl>;

/** Objects that are there already stay as they are, but for prices that the seed sells at other terms now, endpoints and settings. */
export function plant(engine: Engine, seed: Seed): Promise<void> {
  return engine.runOnAccount((scene) => {
    const { catalogue } = scene;
    const { prices = [], webhook_endpoints: endpoints = [] } = seed;
    addMissing(catalogue.products, seed.products, (one) => addProduct(scene, one));
    for (const one of prices.filter((wanted) => !isSoldSo(catalogue.prices, wanted))) {
      addPrice(scene, one);
    }
    addMissing(catalogue.coupons, seed.coupons, (one) => addCoupon(scene, one));
    addMissing(catalogue.promotionCodes, seed.promotion_codes, (one) =>
      addPromotionCode(scene, one),
    );
    for (const one of endpoints) {
      addEndpoint(scene, one);
    }
    Object.assign(catalogue.account, seed.account);
    Object.assign(catalogue.settings, seed.settings);
  });
}

function addMissing<T extends { id?: string }>(
  all: object,
  wanted: T[] = [],
  add: (one: T) => unknown,
) {
  for (const one of wanted) {
    if (one.id === undefined || !Object.hasOwn(all, one.id)) {
      add(one);
    }
  }
}

/** Whether the price is sold at these terms. Those who pay already go on at theirs. */
function isSoldSo(all: Catalogue['prices'], wanted: SeedPrice): boolean {
  const price = all[wanted.id ?? ''];
  return (
    price !== undefined &&
    price.unit_amount === (wanted.unit_amount ?? price.unit_amount) &&
    price.currency === wanted.currency &&
    price.recurring?.interval === wanted.recurring?.interval &&
    price.tax_behavior === (wanted.tax_behavior ?? 'unspecified')
  );
}

function configure({ catalogue }: CatalogueScene, given: Configuration): Settings {
  const { settings, account } = catalogue;
  settings.afterLastRetry = given.final ?? settings.afterLastRetry;
  settings.retryDays = given.retryDays ?? settings.retryDays;
  settings.incompleteHours = given.incompleteHours ?? settings.incompleteHours;
  settings.draftMinutes = given.draftMinutes ?? settings.draftMinutes;
  settings.hasMinimumAmounts = given.minimums ?? settings.hasMinimumAmounts;
  settings.listsOfUnknownAreMissing = given.listsMissing ?? settings.listsOfUnknownAreMissing;
  if (given.taxIdMs !== undefined) {
    settings.taxIdSeconds = Math.round(given.taxIdMs / 1000);
  }
  settings.tax = { ...settings.tax, ...given.tax };
  account.id = given.account ?? account.id;
  account.country = settings.tax.seller;
  return settings;
}

/** As Stripe's customer portal does: `cancel_at` alone. */
function cancelInPortal(scene: Scene, id: string) {
  const subscription = existing(scene.state.subscriptions, id, 'subscription');
  const ends = subscription.items.data.map((item) => item.current_period_end);
  return update(scene, 'customer.subscription.updated', subscription, () => {
    subscription.cancel_at = Math.max(...ends);
    subscription.canceled_at = scene.now;
    subscription.cancel_at_period_end = false;
    subscription.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: 'cancellation_requested',
    };
  });
}

/** As subscriptions are that older versions of the API made. Stripe leads from classic to flexible billing only. */
function makeClassic({ state }: Scene, id: string) {
  const subscription = existing(state.subscriptions, id, 'subscription');
  subscription.billing_mode = { type: 'classic', flexible: null };
  return subscription;
}

/** Opens a dispute; the second time the one that runs is closed. */
function chargeBack(
  scene: Scene,
  given: { invoice?: string; payment_intent?: string; status?: 'won' | 'lost' },
) {
  const { state } = scene;
  const payment = Object.values(state.invoicePayments).find(
    ({ invoice, payment: { payment_intent: intent } }) => invoice === given.invoice && intent,
  );
  const intent = given.payment_intent ?? payment?.payment.payment_intent;
  const charge = Object.values(state.charges).find(
    ({ paid, payment_intent: one }) => paid && one === intent,
  );
  if (!charge) {
    throw missing('charge', intent ?? '');
  }
  const running = Object.values(state.disputes).find((one) => one.charge === charge.id);
  return running ? closeDispute(scene, running, given.status ?? 'lost') : dispute(scene, charge);
}

/** The customer and the account are objects themselves, all others are listed by their ids. */
const toObjects = (kinds: CustomerState | Catalogue): StripeObject[] =>
  Object.values(kinds)
    .flatMap((value) => (isObject(value) ? [value] : Object.values(value ?? {})))
    .filter(isObject);

const isObject = (value: unknown): value is StripeObject =>
  typeof value === 'object' && value !== null && 'object' in value;

/** The name of a control by its address, such as `DELETE /_control/fault`. */
function toControlName(method: string, path: string): string {
  const [, name = ''] = /^\/_control\/(\w+)$/.exec(path) ?? [];
  if (method === 'DELETE') {
    return name === 'fault' ? 'remove_faults' : `remove_${name}`;
  }
  return name;
}

/** A request to `/_control/…`. */
export async function callControl(control: Control, method: string, path: string, body: string) {
  const name = toControlName(method, path);
  if (!Object.hasOwn(control, name)) {
    throw missing('control', name);
  }
  const given = readObject(body);
  const run = control[name as keyof Control] as (given: object) => unknown;
  return await run(given);
}

function readObject(body: string): object {
  try {
    const given = body === '' ? {} : JSON.parse(body);
    if (typeof given === 'object' && given !== null) {
      return given;
    }
  } catch {
    // Refused below, as any other body that is no object.
  }
  throw invalid('The body of a control is a JSON object.');
}
