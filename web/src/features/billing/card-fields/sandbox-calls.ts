import { failure } from '../../../shared/api/api-error.ts';
import { PaymentProblem } from '../payment-problem.ts';

/** The provider is to answer or be given up within this time. */
const limitMs = 20_000;
const refused = 400;

export interface SandboxCard {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
  readonly name: string;
}

/** Answers the id of a payment method that belongs to nobody yet. */
export async function createSandboxCard(card: SandboxCard): Promise<string | undefined> {
  return (await post('/sandbox/cards', card)).id;
}

/** Keeps the card for the customer whom the client secret stands for, unless its bank wants to ask first. */
export function finishSandboxSetup(
  setup: SandboxCard & { readonly client_secret: string },
): Promise<Answer> {
  return post('/sandbox/setups', setup);
}

/** The person's answer to the bank; true where it has settled the matter. */
export async function answerSandboxChallenge(answer: {
  readonly client_secret: string;
  readonly success: boolean;
}): Promise<boolean> {
  return (await post('/sandbox/challenges', answer)).outcome === 'succeeded';
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await send(path, body);
  const answer = await readAnswer(response);
  const sentence = answer.error?.message;
  // Only a refusal is said in its own words; otherwise it is the server's, in English.
  if (response.status === refused && sentence) {
    throw new PaymentProblem(sentence);
  }
  if (!response.ok) {
    throw failure('unavailable', 'The sandbox does not answer.', response.status);
  }
  return answer;
}

async function send(path: string, body: object): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    });
  } catch {
    throw failure('network-request-failed', 'The sandbox cannot be reached.');
  }
}

interface Answer {
  readonly id?: string;
  readonly outcome?: 'succeeded' | 'authentication-needed' | 'failed' | 'nothing-asked';
  readonly error?: { readonly message?: string };
}

async function readAnswer(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    return {};
  }
}
