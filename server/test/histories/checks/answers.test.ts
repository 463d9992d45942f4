import { expect, it } from 'vitest';
import { Answers, type Request } from '../answers.ts';
import type { World, WorldAnswer } from '../world.ts';

const world = { isShaky: false } as World;

function faultsOf(verdicts: readonly string[], isAlone: boolean): number {
  const request: Request = {
    name: 'changeSubscriptionPlan',
    data: {},
    key: 'k',
    answered: undefined,
  };
  const answers = new Answers(world);
  answers.expectSame(request, verdicts.map(toAnswer), isAlone);
  return answers.faults.length;
}

function toAnswer(verdict: string): WorldAnswer {
  const json = verdict === 'ok' ? { data: {} } : { error: { details: { code: verdict } } };
  const statusCode = verdict === 'ok' ? 200 : 400;
  return { statusCode, body: JSON.stringify(json), json: () => json } as WorldAnswer;
}

const owing = 'billing/payment-open';
const ended = 'subscription/canceled';

it.each([
  ['two refusals that differ, beside jobs', [owing, ended], false, 0],
  ['two refusals that differ, while nobody else acts', [owing, ended], true, 1],
  ['a success and a refusal, beside jobs', ['ok', ended], false, 1],
  ['a refused card and another refusal, beside jobs', ['billing/card-refused', ended], false, 1],
  ['twice the same', [owing, owing], true, 0],
])('%s: %s, alone %s, has %i faults', (_, verdicts, isAlone, faults) => {
  expect(faultsOf(verdicts, isAlone)).toBe(faults);
});
