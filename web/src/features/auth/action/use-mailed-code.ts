import {
  type ActionCodeType,
  disownAccount,
  type OutputOf,
  resetPassword,
  update,
} from '@hearth/contract';
import { useCallback } from 'react';
import { ApiError, useApi } from '../../../shared/api/index.ts';
import { useAnswer } from '../../../shared/api/use-answer.ts';
import { oncePerCode } from './once-per-code.ts';

/** Whose account wants an address verified. */
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

/** Does what the code is for, in the name of whoever is signed in only where that is said. */
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
