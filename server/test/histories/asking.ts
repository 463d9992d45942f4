import { sql } from 'kysely';
import { expect } from 'vitest';
import { withFault } from '../billing/support/payment-faults.ts';
import type { Chance } from '../harness/chance.ts';
import { verdictOf } from '../harness/crowd.ts';
import type { Person } from '../harness/wire-client.ts';
import { chooseFault } from './actions.ts';
import { Answers, isMoney, type Request } from './answers.ts';
import type { WorldAnswer as Answer, World } from './world.ts';

/** Requests of one person, and what becomes of them where something goes wrong. */
export class Asking {
  /** Steps so far, for the person who looks for a fault. */
  readonly log: string[] = [];
  readonly answers: Answers;
  /** Set while the newest answer promises that what is shown is true. */
  settledId: string | undefined;
  owner: Person;
  /** No job is at work while they act. */
  isAlone = false;
  /** Projects that were answered to begin with the trial that was shown. */
  readonly promised = new Set<string>();
  protected readonly secrets: string[] = [];
  /** Somebody changes the same at the provider at this moment. */
  protected isDisturbed = false;
  protected readonly world: World;
  protected readonly chance: Chance;
  private asked = 0;
  constructor(world: World, chance: Chance, owner: Person) {
    this.world = world;
    this.chance = chance;
    this.owner = owner;
    this.answers = new Answers(world);
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

  /** A request in which, more often than not, something goes wrong. */
  protected async ask(name: string, data: object): Promise<Answer> {
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

  protected async repeat(request: Request): Promise<void> {
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
      this.answers.expectSame(request, answers, this.isAlone);
    }
  }

  protected newRequest(name: string, data: object): Request {
    this.asked += 1;
    return { name, data, key: `${this.owner.uid}-${this.asked}`, answered: undefined };
  }

  /** Faults in jobs meanwhile are not this request's. */
  protected async sendSafely(request: Request): Promise<Answer> {
    return (await withFault(undefined, () => this.send(request))).result;
  }

  private async send(request: Request): Promise<Answer> {
    const { name, data, key } = request;
    const headers = { 'idempotency-key': key };
    const { idToken } = this.owner;
    const answer = await this.world.call(name, { idToken, data, headers });
    this.answers.expectSignedIn(request, answer);
    const { clientSecret, subscriptionId } = answer.json().data ?? {};
    if (typeof clientSecret === 'string' && name !== 'createSetupIntent') {
      this.secrets.push(clientSecret);
    }
    if ('trial' in data && typeof subscriptionId === 'string') {
      this.promised.add(subscriptionId);
    }
    return answer;
  }

  protected async newestId(): Promise<string> {
    return (await this.ids()).at(-1) ?? 'none';
  }
}
