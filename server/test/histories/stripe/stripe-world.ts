import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../../billing/support/payment-scenes.ts';
import type { Chance } from '../../harness/chance.ts';
import { callable } from '../../harness/wire-client.ts';
import type { Fault, StripeEmulator } from '../../payment-provider/stripe/emulator.ts';
import type { MessageKind } from '../actions.ts';
import { createHouseholds } from '../households.ts';
import { createOperator } from '../operator.ts';
import { newPlanted } from '../planted.ts';
import { euroPrices } from '../sold-plans.ts';
import type { World } from '../world.ts';
import { openPausingStripe, type PausingStripe } from './pausing-stripe.ts';
import { readEmulator } from './stripe-books.ts';
import { askStripe, readState } from './stripe-dashboard.ts';
import {
  type Installation,
  openInstallation,
  type ProductSettings,
} from './stripe-installation.ts';
import { actOutside, otherPrices } from './stripe-outside.ts';

interface Trouble {
  readonly emulator: StripeEmulator;
  /** Decides which requests to Stripe fail; none do without it. */
  readonly chance?: Chance;
  /** Another account, whose key is taken for a while. */
  readonly wrongAccount?: StripeEmulator | undefined;
  /** Settings beside those of the configuration. */
  readonly product?: ProductSettings;
}

export interface StripeWorld extends World {
  /** Another installation on the same account, whose time is this one's. */
  openNeighbour(): Promise<World>;
}

/** The product with the Stripe emulator, whose messages come twice and in any order. */
export async function openStripeWorld({
  emulator,
  chance,
  wrongAccount,
  product,
}: Trouble): Promise<StripeWorld> {
  await emulator.control('reset', { cfg: { final: 'unpaid' } });
  await emulator.control('seed', { prices: [...otherPrices, ...euroPrices] });
  // Its weekly prices do not say whether tax is added.
  await emulator.control('config', { tax: { defaultBehavior: 'exclusive' } });
  await wrongAccount?.control('reset', { cfg: { account: 'acct_other' } });
  const stripe = await openPausingStripe(emulator.url);
  const shared: Shared = {
    emulator,
    stripe,
    chance,
    wrongAccount,
    product,
    installations: [],
    isShaky: chance !== undefined,
  };
  const first = await openOne(shared, 'first');
  return {
    ...first,
    get app() {
      return first.app;
    },
    get isShaky() {
      return shared.isShaky;
    },
    openNeighbour: () => openOne(shared, 'second'),
    async close() {
      await fetch(`${emulator.url}/_control/webhooks`, { method: 'DELETE' });
      await untilAllIsTold(emulator.url);
      for (const installation of shared.installations) {
        await installation.close();
      }
      stripe.close();
    },
  };
}

/** Shared by the installations on one account. */
interface Shared extends Pick<Trouble, 'emulator'> {
  readonly chance: Chance | undefined;
  readonly wrongAccount: StripeEmulator | undefined;
  readonly product: ProductSettings | undefined;
  readonly stripe: PausingStripe;
  readonly installations: Installation[];
  isShaky: boolean;
}

async function openOne(shared: Shared, id: string): Promise<World> {
  const { emulator, stripe, chance, wrongAccount, product } = shared;
  const { url } = emulator;
  const planted = newPlanted();
  const households = createHouseholds();
  const wanted = { emulator, apiBase: stripe.url, id, product, households };
  const installation = await openInstallation(wanted);
  shared.installations.push(installation);
  const isFirst = shared.installations[0] === installation;
  return {
    get app() {
      return installation.app;
    },
    get isShaky() {
      return shared.isShaky;
    },
    planted,
    households,
    async call(name, call) {
      if (shared.isShaky && chance && chance.below(4) === 0) {
        await emulator.addFault(chooseTrouble(chance));
      }
      return await callable(installation.app, name, call);
    },
    readBooks: () => readEmulator(url, id),
    // One clock for all: that of the first moves the others.
    advance: (ms) => (isFirst ? advance(shared, Math.ceil(ms / 1_000) * 1_000) : Promise.resolve()),
    settle: () => settle(installation.app),
    async addCard({ clientSecret, testId }) {
      const [setup] = clientSecret.split('_secret_');
      await askStripe(url, `setup_intents/${setup}/confirm`, { payment_method: testId });
    },
    async answer({ clientSecret, success }) {
      const [intent] = clientSecret.split('_secret_');
      // The question may be over.
      await emulator.control('authenticate', { id: intent, success }).catch(() => undefined);
    },
    tamper: (how, which) => tamper(emulator, how, which),
    outside: (action, projectId) =>
      actOutside({ emulator, planted, paused: stripe.paused }, action, projectId),
    setDrafts: (isOn) => emulator.control('config', { draftMinutes: isOn ? 60 : 0 }),
    operator: createOperator({ installation, planted, apiBase: stripe.url, wrongAccount }),
    async calm() {
      shared.isShaky = false;
      stripe.paused.clear();
      await fetch(`${url}/_control/fault`, { method: 'DELETE' });
    },
    close: async () => undefined,
  };
}

/** A paused subscription is not renewed here, so the pause ends before the period does. */
async function advance({ emulator, stripe, installations }: Shared, ms: number): Promise<void> {
  const until = (installations[0]?.app.clock.now().getTime() ?? 0) + ms;
  if (stripe.paused.size > 0) {
    for (const { id, items } of await readState(emulator.url)) {
      const isDue = items?.data.some((item) => item.current_period_end * 1_000 <= until);
      if (isDue && stripe.paused.has(id)) {
        stripe.paused.delete(id);
      }
    }
  }
  for (const { app } of installations) {
    app.clock.advance(ms);
  }
  await emulator.advance(ms);
}

const writes = [
  'POST /v1/subscriptions',
  'POST /v1/customers',
  'POST /v1/payment_methods',
  'POST ',
];
const kinds = ['drop', 'drop_after', 'rate_limit', 'lock', 'error'] as const;

const chooseTrouble = (chance: Chance): Fault => ({
  match: chance.pick([...writes, 'GET /v1/']),
  kind: chance.pick(kinds),
  times: 1 + chance.below(3),
});

async function tamper(emulator: StripeEmulator, how: MessageKind, which: number): Promise<void> {
  const events = (await list(emulator.url, 'events')) as { id: string }[];
  const id = events.at(-1 - which)?.id;
  const changes = { again: {}, forged: { tamper: true }, stale: { skew: -1_000 }, dropped: null };
  const change = changes[how];
  // A message that is dropped is one that nobody sends; there are always others.
  if (id !== undefined && change) {
    await emulator.control('deliver', { ids: [id], ...change });
  }
}

/** The emulator does not survive it when what it still tells about is wiped. */
async function untilAllIsTold(url: string): Promise<void> {
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await sleep(1_000);
    now = (await list(url, 'deliveries')).length;
  }
}

async function list(url: string, what: 'events' | 'deliveries'): Promise<unknown[]> {
  return (await (await fetch(`${url}/_control/${what}`)).json()) as unknown[];
}
