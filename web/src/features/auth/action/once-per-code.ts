import type { Api } from '../../../shared/api/index.ts';

const answers = new WeakMap<Api, Map<string, Promise<unknown>>>();

/**
 * Makes the call of a mailed code once, however often its screen is drawn, and gives the same answer again: a code
 * works once. A failure is forgotten, so that a person may try again.
 */
export function oncePerCode<Answer>(
  api: Api,
  key: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const known = answers.get(api) ?? new Map<string, Promise<unknown>>();
  answers.set(api, known);
  const before = known.get(key);
  if (before) {
    return before as Promise<Answer>;
  }
  const answer = call();
  known.set(key, answer);
  answer.catch(() => known.delete(key));
  return answer;
}
