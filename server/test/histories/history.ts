import { sql } from 'kysely';
import { expect } from 'vitest';
import { withFault } from '../billing/support/payment-faults.ts';
import { billingInfo } from '../billing/support/payment-scenes.ts';
import type { Chance } from '../harness/chance.ts';
import { signInAgain } from '../harness/crowd.ts';
import type { Person } from '../harness/wire-client.ts';
import {
  type Action,
  type ActionOf,
  chooseAction,
  chooseCreation,
  chooseFault,
  chooseLess,
  simpleCalls,
} from './actions.ts';
import { Asking } from './asking.ts';
import { chooseDetails } from './buyers.ts';
import { giveByOperator } from './operator-gift.ts';
import { refundByOperator } from './operator-refund.ts';
import { chooseOutsideAction } from './outside-actions.ts';
import { type Currency, priceNameOf, type Wanted } from './sold-plans.ts';
import type { WorldAnswer as Answer, World } from './world.ts';

/** One person who buys, changes, cancels and is unlucky. */
export class History extends Asking {
  /** Everybody who had their address. */
  readonly accounts: string[];
  private spare: Person | undefined;
  /** Shown last and not yet sent back, by the change that it was shown for. */
  private readonly shown = new Map<string, string>();
  /** A plan change waits for the end of the period, as far as they know. */
  private isWaiting = false;
  /** Chosen last, as far as they know. */
  private bought: Wanted | undefined;
  private currency: Currency = 'usd';
  constructor(world: World, chance: Chance, [owner, spare]: readonly [Person, Person | undefined]) {
    super(world, chance, owner);
    this.spare = spare;
    this.accounts = [owner.uid];
  }

  /** One action, or, where the sweep is at work, one of the requests whose answer was lost. */
  async act(isSwept: boolean): Promise<void> {
    this.settledId = undefined;
    const { chance } = this;
    const lost = isSwept && chance.below(3) > 0 ? this.answers.unsure.pop() : undefined;
    if (lost) {
      await this.repeat(lost);
      return;
    }
    const id = await this.newestId();
    const isFirst = id === 'none' && chance.below(8) > 0;
    const action = isFirst ? chooseCreation(chance) : this.chooseNext();
    const isMet = id !== 'none' && !action.do.startsWith('operator ') && chance.below(4) === 0;
    const outside = isMet ? this.meet(id) : undefined;
    this.isDisturbed = outside !== undefined;
    await Promise.all([this.do(action), outside]);
  }

  /** An owner with a scheduled change mostly undoes it or waits; one who pays often wants to pay less. */
  private chooseNext(): Action {
    const { chance, bought, isWaiting } = this;
    const turn = isWaiting ? chance.below(6) : 5;
    if (turn < 2) {
      this.isWaiting = false;
      return { do: 'undo' };
    }
    if (turn < 5) {
      return { do: 'details' };
    }
    const isLess = bought !== undefined && bought.planId !== 'free' && chance.below(4) === 0;
    return isLess ? chooseLess(chance, bought) : chooseAction(chance);
  }

  /** Something that an operator or a bank does to the project at the provider; not all is possible at any time. */
  private async meet(id: string): Promise<void> {
    const { world, chance } = this;
    for (let tries = 0, isDone = false; tries < 3 && !isDone; tries += 1) {
      const action = chooseOutsideAction(chance);
      const { result } = await withFault(undefined, async () => await world.outside?.(action, id));
      isDone = result === true;
      this.log.push(`outside ${JSON.stringify(action)}: ${isDone ? 'done' : 'not possible'}`);
    }
  }

  /** Forgets answers from before a restored backup; a repeated request may be answered otherwise. */
  forget(): void {
    this.answers.forget();
    this.shown.clear();
  }

  private async do(action: Action): Promise<void> {
    this.log.push(JSON.stringify(action));
    switch (action.do) {
      case 'create':
        return await this.create(action);
      case 'change':
        return await this.change(action);
      case 'preview':
        return await this.preview(action);
      case 'add card':
        return await this.addCard(action);
      case 'set card':
      case 'drop card':
        return await this.handleCard(action);
      case 'answer':
        return await this.world.answer({
          clientSecret: this.secrets.at(-1) ?? 'pi_none',
          ...action,
        });
      case 'message':
        return await this.world.tamper(action.how, action.which);
      case 'start over':
        return await this.startOver();
      case 'details':
        return await this.call('updateBillingDetails', () => this.chooseDetails());
      case 'operator refund':
        return await this.refund(action);
      case 'operator gift':
        return await this.give(action);
      default:
        return await this.call(...simpleCalls[action.do]);
    }
  }

  private async create(action: ActionOf<'create'>): Promise<void> {
    const { planId, code, card, isPreviewed, isWithoutCard, currency } = action;
    const wanted = {
      ...priceNameOf(action, currency),
      ...(code && planId !== 'free' && { promotionCode: code }),
    };
    const { plans } = this.world.app.config.product;
    const { trial } = plans.find(({ id }) => id === planId) ?? {};
    const isFree = planId === 'free' || (trial?.card === false && isWithoutCard && !code);
    const shown = isPreviewed && trial ? await this.ask('previewPurchase', wanted) : undefined;
    const isShown = shown?.statusCode === 200 && Boolean(shown.json().data.trial_end);
    const answer = await this.ask('createSubscription', {
      ...wanted,
      ...(!isFree && { billingInfo: this.billingInfo(card) }),
      ...(isShown && { trial: true }),
    });
    if (answer.statusCode === 200) {
      this.bought = action;
      this.currency = currency;
    }
  }

  private chooseDetails(): object {
    const { tax } = this.world.app.config.product.billing;
    return chooseDetails(this.chance, tax === 'automatic');
  }

  private billingInfo(card: string) {
    return { ...billingInfo(card), billingDetails: this.chooseDetails() };
  }

  private async refund(action: ActionOf<'operator refund'>): Promise<void> {
    const { world, chance, isAlone } = this;
    const fault =
      chance.below(3) > 0 ? chooseFault(chance, { provider: 6, database: 30 }) : undefined;
    const projectId = await this.newestId();
    const refunded = await refundByOperator({ world, projectId, action, fault, isAlone });
    this.log.push(JSON.stringify(fault ?? 'no fault'), ...refunded.log);
    this.answers.faults.push(...refunded.faults);
  }

  private async give(action: ActionOf<'operator gift'>): Promise<void> {
    const { world, chance } = this;
    const fault =
      chance.below(3) > 0 ? chooseFault(chance, { provider: 6, database: 30 }) : undefined;
    const projectId = await this.newestId();
    const given = await giveByOperator({ world, projectId, action, fault });
    this.log.push(JSON.stringify(fault ?? 'no fault'), `  ${given.text}`);
    this.answers.faults.push(...given.faults);
  }

  /** Leaves the account with another address, and has another one with the address of before. */
  private async startOver(): Promise<void> {
    const { spare, owner, world, answers } = this;
    if (!spare || answers.unsure.length > 0) {
      return;
    }
    const { db } = world.app;
    await sql`update accounts set email = ${`left-${owner.email}`} where id = ${owner.uid}`.execute(
      db,
    );
    await sql`update accounts set email = ${owner.email} where id = ${spare.uid}`.execute(db);
    const [person = expect.fail()] = await signInAgain(world.app, [spare]);
    this.owner = { ...person, email: owner.email };
    this.accounts.push(spare.uid);
    this.spare = undefined;
  }

  private async preview(wanted: Wanted, currency = this.currency): Promise<void> {
    const change = { subscriptionId: await this.newestId(), ...priceNameOf(wanted, currency) };
    const answer = await this.ask('previewPlanChange', change);
    if (answer.statusCode === 200) {
      this.shown.set(JSON.stringify(change), answer.json().data.preview);
    }
  }

  private async change(action: ActionOf<'change'>): Promise<void> {
    const { card, isTwice, isOtherCurrency } = action;
    const other = this.currency === 'usd' ? 'eur' : 'usd';
    const currency = isOtherCurrency ? other : this.currency;
    if (action.isPreviewed) {
      await this.preview(action, currency);
    }
    const info = card === undefined ? {} : { billingInfo: this.billingInfo(card) };
    const change = { subscriptionId: await this.newestId(), ...priceNameOf(action, currency) };
    const preview = this.shown.get(JSON.stringify(change));
    this.shown.delete(JSON.stringify(change));
    const data = { ...change, ...info, ...(preview && { preview }) };
    if (!isTwice) {
      const answer = await this.ask('changeSubscriptionPlan', data);
      this.noteChange(action, answer);
      return;
    }
    // A second click waits for a process that died, which takes too long here.
    const request = this.newRequest('changeSubscriptionPlan', data);
    const [one, two] = await Promise.all([this.sendSafely(request), this.sendSafely(request)]);
    if (this.answers.isLost(one) || this.answers.isLost(two)) {
      this.answers.unsure.push(request);
      return;
    }
    this.answers.expectNoFailure(request, one);
    this.answers.expectSame(request, [one, two], this.isAlone);
  }

  private noteChange(wanted: Wanted, answer: Answer): void {
    if (answer.statusCode === 200) {
      this.isWaiting = answer.json().data.when === 'period-end';
      this.bought = this.isWaiting ? this.bought : wanted;
    }
  }

  private async addCard({ card }: ActionOf<'add card'>): Promise<void> {
    const subscriptionId = await this.newestId();
    const answer = await this.ask('createSetupIntent', { subscriptionId });
    if (answer.statusCode === 200) {
      const { clientSecret } = answer.json().data;
      await this.world.addCard({ clientSecret, testId: card });
    }
  }

  private async handleCard({ do: what, which }: ActionOf<'set card' | 'drop card'>): Promise<void> {
    const subscriptionId = await this.newestId();
    const listed = await this.sendSafely(this.newRequest('getPaymentMethods', { subscriptionId }));
    const cards: { id: string }[] = listed.json().data?.paymentMethods ?? [];
    const paymentMethodId = cards[which % (cards.length || 1)]?.id ?? 'pm_none';
    const name = what === 'set card' ? 'setDefaultPaymentMethod' : 'deletePaymentMethod';
    await this.ask(name, { subscriptionId, paymentMethodId });
  }

  private async call(name: string, more?: (id: string) => object): Promise<void> {
    const subscriptionId = await this.newestId();
    await this.ask(name, { subscriptionId, ...more?.(subscriptionId) });
  }
}
