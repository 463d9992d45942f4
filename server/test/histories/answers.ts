import { verdictOf } from '../harness/crowd.ts';
import type { WorldAnswer as Answer, World } from './world.ts';

/** A request that can be sent again with the same key. */
export interface Request {
  readonly name: string;
  readonly data: object;
  readonly key: string;
  /** Text of the first answer that was no failure. */
  answered: string | undefined;
}

const intents = [
  'createSubscription',
  'changeSubscriptionPlan',
  'cancelSubscription',
  'resumeSubscription',
  'abandonSubscription',
  'undoPlanChange',
];

/** Asked again, these are answered as before. */
export const isMoney = ({ name }: Request) => intents.includes(name);

/** Asked again, it is a purchase without the trial that nobody was shown. */
const isToRepeat = ({ data }: Request, answer: Answer) =>
  verdictOf(answer) === 'billing/under-way' ||
  (verdictOf(answer) === 'billing/trial-used' && !('trial' in data));

/** Refused before it began, so that nothing of it was kept. */
const isTurnedAway = (answer: Answer) =>
  answer.statusCode !== 200 && verdictOf(answer) !== 'billing/card-refused';

const failures = ['billing/provider-unavailable', 'server/unavailable', 'server/internal'];

/** Answers that one person got, and the faults in them. */
export class Answers {
  readonly faults: string[] = [];
  /** Lost answers, whose requests are repeated. */
  readonly unsure: Request[] = [];
  private readonly world: World;
  constructor(world: World) {
    this.world = world;
  }

  /** On a machine that is busy the provider may be too slow by itself. */
  isLost(answer: Answer): boolean {
    const verdict = verdictOf(answer);
    return this.world.isShaky ? failures.includes(verdict) : verdict === failures[0];
  }

  /** A history whose people are refused at the door would agree with any books. */
  expectSignedIn({ name }: Request, answer: Answer): void {
    if (answer.statusCode === 401) {
      this.faults.push(`${name}: ${answer.body}`);
    }
  }

  expectNoFailure({ name }: Request, answer: Answer): void {
    if (failures.includes(verdictOf(answer)) && !this.world.isShaky) {
      this.faults.push(`${name} without a fault: ${answer.body}`);
    }
  }

  /**
   * A request that was not even begun leaves nothing behind, so it may succeed when it is repeated. Beside jobs
   * its project may be another one between two refusals.
   */
  expectSame(request: Request, answers: readonly Answer[], isAlone: boolean): void {
    const begun = answers.filter((answer) => !isToRepeat(request, answer));
    const expected = request.answered ?? begun[0]?.body;
    const mayDiffer = !isAlone && request.answered === undefined && begun.every(isTurnedAway);
    for (const { statusCode, body } of begun) {
      if (body !== expected && !mayDiffer) {
        this.faults.push(`${request.name}: first ${expected}, then ${body}`);
      }
      if (statusCode === 200) {
        request.answered ??= body;
      }
    }
    if (begun.length > 0 && begun.length < answers.length) {
      this.unsure.push(request);
    }
  }

  /** The product itself has forgotten what it answered; a purchase asked for again would be another one. */
  forget(): void {
    const unsure = this.unsure.splice(0).filter(({ name }) => name !== 'createSubscription');
    for (const request of unsure) {
      request.answered = undefined;
    }
    this.unsure.push(...unsure);
  }

  /** Fails where a request that was repeated to the end has no answer. */
  expectAnswers(): void {
    this.faults.push(...this.unsure.map(({ name }) => `${name} is never answered.`));
  }
}
