import {
  answerSandboxChallenge,
  createSandboxCard,
  finishSandboxSetup,
  type RequestOf,
} from '@hearth/contract';
import { ApiError, useApi } from '../../../shared/api/index.ts';
import { PaymentProblem } from './payment-problem.ts';

/** Calls that the page makes to the sandbox where Stripe's script would call Stripe. */
export function useSandboxCalls() {
  const api = useApi();
  return {
    /** Answers the id of a payment method that belongs to nobody yet. */
    createCard: (card: RequestOf<typeof createSandboxCard>) =>
      inItsWords(() => api.call(createSandboxCard, card)),

    finishSetup: (setup: RequestOf<typeof finishSandboxSetup>) =>
      inItsWords(() => api.call(finishSandboxSetup, setup)),

    answerChallenge: (answer: RequestOf<typeof answerSandboxChallenge>) =>
      inItsWords(() => api.call(answerSandboxChallenge, answer)),
  };
}

const refused = 400;

/** A card that the sandbox does not take is refused in its own sentence, which has no code. */
async function inItsWords<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (
      error instanceof ApiError &&
      !error.refusal &&
      error.httpStatus === refused &&
      error.message
    ) {
      throw new PaymentProblem(error.message);
    }
    throw error;
  }
}
