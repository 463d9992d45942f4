import type { TestApp } from '../harness/test-app.ts';
import type { Answer } from '../harness/wire-client.ts';
import type { MessageKind } from './actions.ts';
import type { Books } from './books.ts';
import type { Households } from './households.ts';
import type { Operator } from './operator.ts';
import type { OutsideAction } from './outside-actions.ts';
import type { Planted } from './planted.ts';

export type WorldAnswer = Pick<Answer, 'statusCode' | 'body' | 'json'>;

export interface WorldCall {
  readonly data: object;
  readonly idToken: string;
  readonly headers: Record<string, string>;
}

interface AskedCard {
  readonly clientSecret: string;
  readonly testId: string;
}

interface BankAnswer {
  readonly clientSecret: string;
  readonly success: boolean;
}

/** Where histories take place: the product with its provider, and what only the world outside can do. */
export interface World {
  /** For looking into the database, and for jobs. */
  readonly app: TestApp;
  /** Calls fail by themselves at times, without a fault of ours. */
  readonly isShaky: boolean;
  /** Actions to the product, or behind its back. */
  readonly planted: Planted;
  readonly households?: Households;
  call(name: string, call: WorldCall): Promise<WorldAnswer>;
  readBooks(): Promise<Books>;
  advance(ms: number): Promise<void>;
  /** Does what is due and follows what the provider tells. */
  settle(): Promise<void>;
  /** The browser's part of adding a card. */
  addCard(card: AskedCard): Promise<void>;
  /** The browser's part of the bank's question. */
  answer(answer: BankAnswer): Promise<void>;
  /** Something becomes of one of the newest messages. */
  tamper(how: MessageKind, which: number): Promise<void>;
  /** Acts at the provider as an operator or a bank; false where that was not possible. */
  outside?(action: OutsideAction, projectId: string): Promise<boolean>;
  /** From now on a renewal stays a draft for an hour, or not at all. */
  setDrafts?(isOn: boolean): Promise<void>;
  readonly operator?: Operator;
  /** From now on nothing fails by itself. */
  calm(): Promise<void>;
  close(): Promise<void>;
}
