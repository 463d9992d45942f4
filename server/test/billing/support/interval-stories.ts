import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, type Person } from '../../harness/wire-client.ts';
import {
  type Account,
  type Change,
  type Sum,
  sumOfChange,
  sumOfPurchase,
  sumOfRenewal,
} from '../../payment-provider/own-sums.ts';
import {
  begin,
  least,
  nameOf,
  priceOf,
  type SoldName,
  type Stage,
  type State,
  withoutTerms,
} from './interval-project.ts';
import { billingInfo, dayMs } from './payment-scenes.ts';
import { playTogether, type Story } from './timeline.ts';

export interface IntervalChange {
  readonly from: 'never paid' | 'free again' | Exclude<SoldName, 'free'>;
  readonly to: SoldName;
  readonly moment: keyof typeof moments;
  /** How the provider bills the subscription. The product asks for flexible billing; older ones are classic. */
  readonly mode: 'flexible' | 'classic';
}

interface Played {
  readonly when: 'now' | 'period-end';
  readonly seen: object;
  /** The sums and the end of the period, computed from prices and dates. */
  readonly expected: object;
}

/** Instants of the first period, whose seconds divide no price. */
export const moments = {
  'on its first day': ({ start }: Account) => start.getTime() + 5_025_000,
  'in its middle': ({ start, end }: Account) =>
    (Math.floor((start.getTime() + end.getTime()) / 2_000) + 7) * 1_000,
  'in its last second': ({ end }: Account) => end.getTime() - 1_000,
};

/** Plays all changes on one clock. */
export async function playChanges(
  app: TestApp,
  changes: readonly IntervalChange[],
): Promise<(() => Played)[]> {
  const owner = await createPerson(app);
  const stories = changes.map(
    (change) => (present: () => Person) => tell({ app, present }, change),
  );
  return await playTogether(app, owner, stories);
}

function toBought(from: IntervalChange['from']): SoldName {
  if (from === 'never paid') {
    return 'free';
  }
  return from === 'free again' ? 'pro month' : from;
}

async function* tell(stage: Stage, change: IntervalChange): Story<Played> {
  const { app } = stage;
  const { from, to, moment, mode } = change;
  const now = () => app.clock.now();
  const project = await begin(stage, toBought(from));
  let { account } = project;
  if (account && from === 'free again') {
    yield now().getTime() + dayMs;
    await project.call('changeSubscriptionPlan', { planId: 'free' });
    const toFree = { to: priceOf(app, 'free'), at: now(), madeAt: now() };
    const { credit: balance } = await project.read();
    account = { ...sumOfChange(account, toFree, least).account, balance };
  }
  if (mode === 'classic') {
    await project.makeClassic();
  }

  const at = new Date(account ? moments[moment](account) : now());
  yield at.getTime();
  const wanted = nameOf(to);
  const shown = (await project.call('previewPlanChange', wanted)) as unknown as Shown;
  if (moment === 'in its middle') {
    // The sums are those of the preview, also where its reader takes some time.
    yield at.getTime() + 90_000;
  }
  const madeAt = now();
  const card = account ? {} : { billingInfo: billingInfo() };
  await project.call('changeSubscriptionPlan', { ...wanted, ...card, preview: shown.preview });
  const after = await project.read();

  const made = { to: priceOf(app, to), at, madeAt, isLater: shown.when === 'period-end' };
  yield follow(account, made).end.getTime();
  const renewed = await project.read();
  if (made.to.frequency !== 'year') {
    // A week is not renewed fifty times while others wait for the end of their year.
    await project.call('cancelSubscription', { confirmationId: project.subscriptionId });
  }
  const before = { account, cash: project.paid, mode };
  return { when: shown.when, ...compare(made, shown, { before, after, renewed }) };
}

interface States {
  readonly before: {
    readonly account: Account | undefined;
    readonly cash: number;
    readonly mode: IntervalChange['mode'];
  };
  readonly after: State;
  /** After the first renewal at the new price. */
  readonly renewed: State;
}

function compare(made: TimedChange, shown: Shown, { before, after, renewed }: States) {
  const { account } = before;
  const { sum, end, renewal } = follow(account, made);
  const isFree = made.to.amount === 0;
  const shownEnd = (instant: Date) => (isFree ? null : instant.toISOString());
  const periodTo = (instant: Date) => ({
    shown: shownEnd(instant),
    atProvider: instant.toISOString(),
  });
  const { off } = sum;
  const dueNow = shown.due_now.amount;
  const next = shown.next.amount;
  // Less than a card can be charged is shown, and owed with the renewal after.
  const debt = Math.max(0, -renewal.sum.balance);
  return {
    seen: {
      mode: after.mode,
      dueNow,
      charged: after.cash - before.cash,
      credit: shown.credit.amount,
      balance: after.credit,
      nextAt: shown.next_at,
      period: after.period,
      next,
      renewed: renewed.cash - after.cash,
      renewedPeriod: renewed.period,
    },
    expected: {
      mode: before.mode,
      dueNow: near(dueNow, { due: sum.due, off }),
      charged: dueNow,
      credit: near(shown.credit.amount, { due: sum.added, off }),
      balance: near(after.credit, { due: sum.balance, off }),
      // It counts a new period from its own instant.
      nextAt: shownEnd(follow(account, { ...made, madeAt: made.at }).end),
      period: periodTo(end),
      next: near(next, { due: debt || renewal.sum.due, off: off + renewal.sum.off }),
      renewed: next < least ? 0 : next,
      renewedPeriod: periodTo(renewal.account.end),
    },
  };
}

interface TimedChange extends Change {
  /** Whether it waits for the end of the period. */
  readonly isLater: boolean;
}

/** Sums of the change and of the renewal after it, and the end of the period between them. */
function follow(account: Account | undefined, { isLater, ...change }: TimedChange) {
  const { to, madeAt: boughtAt } = change;
  if (account && isLater) {
    const anchor = to.frequency === account.price.frequency ? account.anchor : account.end;
    const sum = { due: 0, added: 0, balance: account.balance, off: 0 };
    return {
      sum,
      end: account.end,
      renewal: sumOfRenewal({ ...account, price: to, anchor }, least),
    };
  }
  const after = account
    ? sumOfChange(account, change, least)
    : sumOfPurchase({ ...withoutTerms, price: to, boughtAt }, least);
  return { ...after, end: after.account.end, renewal: sumOfRenewal(after.account, least) };
}

/** The amount that was seen, where rounding allows it; else the computed one. */
const near = (seen: number, { due, off }: Pick<Sum, 'due' | 'off'>): number =>
  Math.abs(seen - due) <= off + 0.01 ? seen : due;

interface Shown {
  readonly due_now: { readonly amount: number };
  readonly credit: { readonly amount: number };
  readonly next: { readonly amount: number };
  readonly next_at: string | null;
  readonly when: 'now' | 'period-end';
  readonly preview: string;
}
