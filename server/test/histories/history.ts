import { sql } from 'kysely';
import { expect } from 'vitest';
import { withFault } from '../billing/support/payment-faults.ts';
import { billingInfo } from '../billing/support/payment-scenes.ts';
import type { Chance } from '../harness/chance.ts';
import { signInAgain, verdictOf } from '../harness/crowd.ts';
import type { Person } from '../harness/wire-client.ts';
import { Answers, isMoney, type Request } from './answers.ts';
import {
  chooseCreation,
  chooseDeed,
  chooseFault,
  type Deed,
  type DeedOf,
  simpleCalls,
} from './deeds.ts';
import { chooseOutsideDeed } from './outside-deeds.ts';
import { priceNameOf, type Wanted } from './sold-plans.ts';
import type { WorldAnswer as Answer, World } from './world.ts';

/** One person who buys, changes, cancels and is unlucky. */
export class History {
  /** Steps so far, for the person who looks for a fault. */
  readonly log: string[] = [];
  readonly answers: Answers;
  /** Set while the newest answer promises that what is shown is true. */
  settledId: string | undefined;
  owner: Person;
  /** Everybody who had their address. */
  readonly accounts: string[];
  /** Projects that were answered to begin with the trial that was shown. */
  readonly promised = new Set<string>();
  private spare: Person | undefined;
  private readonly secrets: string[] = [];
  /** Shown last and not yet sent back, by the change that it was shown for. */
  private readonly shown = new Map<string, string>();
  private asked = 0;
  /** Somebody changes the same at the provider at this moment. */
  private isDisturbed = false;
  /** A plan change waits for the end of the period, as far as they know. */
  private isWaiting = false;
  private readonly world: World;
  private readonly chance: Chance;
  constructor(world: World, chance: Chance, [owner, spare]: readonly [Person, Person | undefined]) {
    this.world = world;
    this.chance = chance;
    this.owner = owner;
    this.spare = spare;
    this.accounts = [owner.uid];
    this.answers = new Answers(world);
  }

  /** One deed, or, where the sweep is at work, one of the requests whose answer was lost. */
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
    const outside = id !== 'none' && chance.below(4) === 0 ? this.meet(id) : undefined;
    this.isDisturbed = outside !== undefined;
    const deed = isFirst ? chooseCreation(chance) : this.chooseNext();
    await Promise.all([this.do(deed), outside]);
  }

  /** Who has scheduled a change undoes it more often than others try to. */
  private chooseNext(): Deed {
    const isUndoing = this.isWaiting && this.chance.below(3) === 0;
    return isUndoing ? { do: 'undo' } : chooseDeed(this.chance);
  }

  /** Something that an operator or a bank does to the project at the provider; not all is possible at any time. */
  private async meet(id: string): Promise<void> {
    const { world, chance } = this;
    for (let tries = 0, isDone = false; tries < 3 && !isDone; tries += 1) {
      const deed = chooseOutsideDeed(chance);
      const { result } = await withFault(undefined, async () => await world.outside?.(deed, id));
      isDone = result === true;
      this.log.push(`outside ${JSON.stringify(deed)}: ${isDone ? 'done' : 'not possible'}`);
    }
  }

  /** Forgets answers from before a restored backup; a repeated request may be answered otherwise. */
  forget(): void {
    this.answers.forget();
    this.shown.clear();
  }

  /** Repeats the request that had no answer. */
  async finish(): Promise<void> {
    for (const request of this.answers.unsure.splice(0)) {
      await this.repeat(request);
    }
  }

  async ids(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from subscriptions where owner_id = ${this.owner.uid}
      order by created_at, id`.execute(this.world.app.db);
    return rows.map(({ id }) => id);
  }

  private async do(deed: Deed): Promise<void> {
    this.log.push(JSON.stringify(deed));
    switch (deed.do) {
      case 'create':
        return await this.create(deed);
      case 'change':
        return await this.change(deed);
      case 'preview':
        return await this.preview(deed);
      case 'add card':
        return await this.addCard(deed);
      case 'set card':
      case 'drop card':
        return await this.handleCard(deed);
      case 'answer':
        return await this.world.answer({ ...this.browser(this.secrets.at(-1)), ...deed });
      case 'message':
        return await this.world.tamper(deed.how, deed.which);
      case 'start over':
        return await this.startOver();
      default:
        return await this.call(...simpleCalls[deed.do]);
    }
  }

  private async create(deed: DeedOf<'create'>): Promise<void> {
    const { planId, code, card, isPreviewed, isWithoutCard } = deed;
    const wanted = { ...priceNameOf(deed), ...(code && planId !== 'free' && { promotionCode: code }) };
    const { plans } = this.world.app.config.product;
    const { trial } = plans.find(({ id }) => id === planId) ?? {};
    const isFree = planId === 'free' || (trial?.card === false && isWithoutCard && !code);
    const shown = isPreviewed && trial ? await this.ask('previewPurchase', wanted) : undefined;
    const isShown = shown?.statusCode === 200 && Boolean(shown.json().data.trial_end);
    await this.ask('createSubscription', {
      ...wanted,
      ...(!isFree && { billingInfo: billingInfo(card) }),
      ...(isShown && { trial: true }),
    });
  }

  /** Leaves the account with another address, and has another one with the address of before. */
  private async startOver(): Promise<void> {
    const { spare, owner, world, answers } = this;
    if (!spare || answers.unsure.length > 0) {
      return;
    }
    const { db } = world.app;
    await sql`update accounts set email = ${`left-${owner.email}`} where id = ${owner.uid}`.execute(db);
    await sql`update accounts set email = ${owner.email} where id = ${spare.uid}`.execute(db);
    const [person = expect.fail()] = await signInAgain(world.app, [spare]);
    this.owner = { ...person, email: owner.email };
    this.accounts.push(spare.uid);
    this.spare = undefined;
  }

  private async preview(wanted: Wanted): Promise<void> {
    const change = { subscriptionId: await this.newestId(), ...priceNameOf(wanted) };
    const answer = await this.ask('previewPlanChange', change);
    if (answer.statusCode === 200) {
      this.shown.set(JSON.stringify(change), answer.json().data.preview);
    }
  }

  private async change(deed: DeedOf<'change'>): Promise<void> {
    const { card, isTwice } = deed;
    if (deed.isPreviewed) {
      await this.preview(deed);
    }
    const info = card === undefined ? {} : { billingInfo: billingInfo(card) };
    const change = { subscriptionId: await this.newestId(), ...priceNameOf(deed) };
    const preview = this.shown.get(JSON.stringify(change));
    this.shown.delete(JSON.stringify(change));
    const data = { ...change, ...info, ...(preview && { preview }) };
    if (!isTwice) {
      const answer = await this.ask('changeSubscriptionPlan', data);
      this.isWaiting = answer.statusCode === 200 && answer.json().data.when === 'period-end';
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
    this.answers.expectSame(request, [one, two]);
  }

  private async addCard({ card }: DeedOf<'add card'>): Promise<void> {
    const subscriptionId = await this.newestId();
    const answer = await this.ask('createSetupIntent', { subscriptionId });
    if (answer.statusCode === 200) {
      const { clientSecret } = answer.json().data;
      await this.world.addCard({ ...this.browser(clientSecret), testId: card });
    }
  }

  private browser(clientSecret = 'pi_none') {
    return { clientSecret, idToken: this.owner.idToken };
  }

  private async handleCard({ do: what, which }: DeedOf<'set card' | 'drop card'>): Promise<void> {
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

  /** A request in which, more often than not, something goes wrong. */
  private async ask(name: string, data: object): Promise<Answer> {
    const request = this.newRequest(name, data);
    const fault = this.chance.below(3) > 0 ? chooseFault(this.chance) : undefined;
    const { result, hasHappened } = await withFault(fault, () => this.send(request));
    this.log.push(`  ${hasHappened ? JSON.stringify(fault) : ''} ${verdictOf(result)}`);
    const isFaulty = hasHappened && fault?.kind !== 'slow';
    if (isFaulty || this.answers.isLost(result)) {
      this.answers.unsure.push(request);
    } else {
      this.answers.expectNoFailure(request, result);
    }
    if (result.statusCode === 200) {
      request.answered = result.body;
      const isCertain = !hasHappened && !this.world.isShaky && !this.isDisturbed;
      this.settledId = isCertain ? await this.settledBy(request, result) : undefined;
    }
    return result;
  }

  /** After these the product has just read what the provider has. */
  private async settledBy({ name }: Request, answer: Answer): Promise<string | undefined> {
    const id: unknown = answer.json().data?.subscriptionId;
    if (name === 'createSubscription' && typeof id === 'string') {
      return id;
    }
    const isRead = ['changeSubscriptionPlan', 'undoPlanChange'].includes(name);
    return isRead ? await this.newestId() : undefined;
  }

  private async repeat(request: Request): Promise<void> {
    const isTwice = this.chance.below(3) === 0;
    const answers = await Promise.all([
      this.sendSafely(request),
      ...(isTwice ? [this.sendSafely(request)] : []),
    ]);
    const [one = expect.fail()] = answers;
    this.log.push(`again ${request.name}: ${verdictOf(one)}`);
    if (answers.some((answer) => this.answers.isLost(answer))) {
      this.answers.unsure.push(request);
      return;
    }
    this.answers.expectNoFailure(request, one);
    if (isMoney(request)) {
      this.answers.expectSame(request, answers);
    }
  }

  private newRequest(name: string, data: object): Request {
    this.asked += 1;
    return { name, data, key: `${this.owner.uid}-${this.asked}`, answered: undefined };
  }

  /** Faults in jobs meanwhile are not this request's. */
  private async sendSafely(request: Request): Promise<Answer> {
    return (await withFault(undefined, () => this.send(request))).result;
  }

  private async send({ name, data, key }: Request): Promise<Answer> {
    const headers = { 'idempotency-key': key };
    const { idToken } = this.owner;
    const answer = await this.world.call(name, { idToken, data, headers });
    const { clientSecret, subscriptionId } = answer.json().data ?? {};
    if (typeof clientSecret === 'string' && name !== 'createSetupIntent') {
      this.secrets.push(clientSecret);
    }
    if ('trial' in data && typeof subscriptionId === 'string') {
      this.promised.add(subscriptionId);
    }
    return answer;
  }

  private async newestId(): Promise<string> {
    return (await this.ids()).at(-1) ?? 'none';
  }
}
