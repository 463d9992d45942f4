import {
  type ActionCodeType,
  disownAccount,
  type OutputOf,
  resetPassword,
  update,
} from '@hearth/contract';
import { useCallback, useEffect } from 'react';
import { type Api, ApiError, useApi } from '../../../shared/api/index.ts';
import { useAnswer } from '../../../shared/api/use-answer.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { useSession } from '../../../shared/session/index.ts';

/** Account that wants an address verified. */
export type Asker = NonNullable<OutputOf<typeof resetPassword>['asker']>;

const inNobodysName = { withoutSession: true } as const;

/** The answer marks this browser, so that the next sign-in in it is not taken for a stranger's. */
const markingBrowser = { ...inNobodysName, writesCookies: true } as const;

/** Purpose and account of the code. Reading it does not use it up. */
export function useLookAtCode(code: string, type: ActionCodeType) {
  const api = useApi();
  const look = useCallback(async () => {
    const answer = await oncePerCode(api, `look ${code}`, () =>
      api.call(resetPassword, { oobCode: code }, inNobodysName),
    );
    if (answer.requestType !== type) {
      throw new ApiError('The code is for something else.', {
        code: 'invalid-argument',
        refusal: 'auth/invalid-action-code',
        httpStatus: 400,
      });
    }
    return answer;
  }, [api, code, type]);
  return useAnswer(look);
}

/** Applies the code, with the session of the signed-in person only if that is asked for. */
export function useApplyCode(code: string, whose: 'with-session' | 'bare' = 'bare') {
  const api = useApi();
  const withoutSession = whose === 'bare';
  return useCallback(
    () =>
      oncePerCode(api, `apply ${code}`, () =>
        api.call(update, { oobCode: code }, { withoutSession }),
      ),
    [api, code, withoutSession],
  );
}

/** Says of the account behind the code that it is somebody else's. */
export function useDisownAccount(code: string) {
  const api = useApi();
  return () => api.call(disownAccount, { oobCode: code }, inNobodysName);
}

export function useSetPassword(code: string) {
  const api = useApi();
  return (newPassword: string) =>
    api.call(resetPassword, { oobCode: code, newPassword }, markingBrowser);
}

const answers = new WeakMap<Api, Map<string, Promise<unknown>>>();

/**
 * A mailed code works once, so its call is made once, and its answer kept for later renderings. A failure is
 * forgotten, so that people may retry.
 */
function oncePerCode<Answer>(api: Api, key: string, call: () => Promise<Answer>): Promise<Answer> {
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

/** Shows the signed-in person immediately what a mailed code has changed, or signs them out. */
export function useFreshAccount(changed: boolean): void {
  const { status, reload } = useSession();

  useEffect(() => {
    if (changed && status === 'signed-in') {
      // If it cannot be read now, the next page reads it.
      reload().catch(() => undefined);
    }
  }, [changed, status, reload]);
}

/** The link will do nothing more, whatever is typed or pressed; a weak password leaves it alive. */
export function isDeadCode(failure: unknown): boolean {
  return (
    isRefused(failure, 'auth/invalid-action-code') || isRefused(failure, 'auth/expired-action-code')
  );
}
