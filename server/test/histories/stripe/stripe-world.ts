import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../../billing/support/payment-scenes.ts';
import type { Chance } from '../../harness/chance.ts';
import { callable } from '../../harness/wire-client.ts';
import type { Fault, StripeStandIn } from '../../payment-provider/stripe/stand-in.ts';
import { addCodes } from '../../payment-provider/stripe/state.ts';
import type { MessageKind } from '../actions.ts';
import { createHouseholds } from '../households.ts';
import { createOperator } from '../operator.ts';
import { newPlanted } from '../planted.ts';
import { euroPrices } from '../sold-plans.ts';
import type { World } from '../world.ts';
import { openPausingStripe, type PausingStripe } from './pausing-stripe.ts';
import { readStandIn } from './stripe-books.ts';
import { askStripe, readState } from './stripe-dashboard.ts';
import {
  type Installation,
  openInstallation,
  type ProductSettings,
} from './stripe-installation.ts';
import { actOutside, otherPrices } from './stripe-outside.ts';

interface Trouble {
  readonly standIn: StripeStandIn;
  /** Decides which requests to Stripe fail; none do without it. */
  readonly chance?: Chance;
  /** Another account, whose key is taken for a while. */
  readonly wrongAccount?: StripeStandIn | undefined;
  /** Settings beside those of the configuration. */
  readonly product?: ProductSettings;
}

export interface StripeWorld extends World {
  /** Another installation on the same account, whose time is this one's. */
  openNeighbour(): Promise<World>;
}

/** The product with the stand-in for Stripe, whose messages come twice and in any order. */
export async function openStripeWorld({
  standIn,
  chance,
  wrongAccount,
  product,
}: Trouble): Promise<StripeWorld> {
  await standIn.control('reset', { cfg: { final: 'unpaid' } });
  await standIn.control('seed', { prices: [...otherPrices, ...euroPrices] });
  // Its weekly prices do not say whether tax is added.
  await standIn.control('config', { tax: { defaultBehavior: 'exclusive' } });
  await addCodes(standIn);
  await wrongAccount?.control('reset', { cfg: { account: 'acct_other' } });
  const stripe = await openPausingStripe(standIn.url);
  const shared: Shared = {
    standIn,
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
      await fetch(`${standIn.url}/_control/webhooks`, { method: 'DELETE' });
      await untilAllIsTold(standIn.url);
      for (const installation of shared.installations) {
        await installation.close();
      }
      stripe.close();
    },
  };
}

/** Shared by the installations on one account. */
interface Shared extends Pick<Trouble, 'standIn'> {
  readonly chance: Chance | undefined;
  readonly wrongAccount: StripeStandIn | undefined;
  readonly product: ProductSettings | undefined;
  readonly stripe: PausingStripe;
  readonly installations: Installation[];
  isShaky: boolean;
}

async function openOne(shared: Shared, id: string): Promise<World> {
  const { standIn, stripe, chance, wrongAccount, product } = shared;
  const { url } = standIn;
  const planted = newPlanted();
  const households = createHouseholds();
  const wanted = { standIn, apiBase: stripe.url, id, product, households };
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
        await standIn.addFault(chooseTrouble(chance));
      }
      return await callable(installation.app, name, call);
    },
    readBooks: () => readStandIn(url, id),
    // One clock for all: that of the first moves the others.
    advance: (ms) => (isFirst ? advance(shared, Math.ceil(ms / 1_000) * 1_000) : Promise.resolve()),
    async settle() {
      try {
        await settle(installation.app);
      } catch (error) {
        if (!(await isBroken(standIn))) {
          throw error;
        }
        await installation.app.app.runJobs();
      }
    },
    async addCard({ clientSecret, testId }) {
      const [setup] = clientSecret.split('_secret_');
      await askStripe(url, `setup_intents/${setup}/confirm`, { payment_method: testId });
    },
    async answer({ clientSecret, success }) {
      const [intent] = clientSecret.split('_secret_');
      // The question may be over.
      await standIn.control('authenticate', { id: intent, success }).catch(() => undefined);
    },
    tamper: (how, which) => tamper(standIn, how, which),
    outside: (action, projectId) =>
      actOutside({ standIn, planted, paused: stripe.paused }, action, projectId),
    setDrafts: (isOn) => standIn.control('config', { draftMinutes: isOn ? 60 : 0 }),
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
async function advance({ standIn, stripe, installations }: Shared, ms: number): Promise<void> {
  const until = (installations[0]?.app.clock.now().getTime() ?? 0) + ms;
  if (stripe.paused.size > 0) {
    for (const { id, items } of await readState(standIn.url)) {
      const isDue = items?.data.some((item) => item.current_period_end * 1_000 <= until);
      if (isDue && stripe.paused.has(id)) {
        stripe.paused.delete(id);
      }
    }
  }
  for (const { app } of installations) {
    app.clock.advance(ms);
  }
  await standIn.advance(ms);
}

/** At times the stand-in breaks over its own list of events; what it tells by messages arrives. */
async function isBroken(standIn: StripeStandIn): Promise<boolean> {
  const requests = await standIn.requests();
  return requests.some(
    ({ path, error }) => path === '/v1/events' && error?.startsWith('strict-stripe bug'),
  );
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

async function tamper(standIn: StripeStandIn, how: MessageKind, which: number): Promise<void> {
  const events = (await list(standIn.url, 'events')) as { id: string }[];
  const id = events.at(-1 - which)?.id;
  const changes = { again: {}, forged: { tamper: true }, stale: { skew: -1_000 }, dropped: null };
  const change = changes[how];
  // A message that is dropped is one that nobody sends; there are always others.
  if (id !== undefined && change) {
    await standIn.control('deliver', { ids: [id], ...change });
  }
}

/** The stand-in does not survive it when what it still tells about is wiped. */
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
