import { type ActionCodeType, resetPassword, update } from '@hearth/contract';
import { useCallback } from 'react';
import { ApiError, useApi } from '../../../shared/api/index.ts';
import { useAnswer } from '../../../shared/api/use-answer.ts';
import { oncePerCode } from './once-per-code.ts';

const inNobodysName = { withoutSession: true } as const;

/** What the code is for and whose it is; looking does not spend it. */
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

/** Does what the code is for. */
export function useApplyCode(code: string) {
  const api = useApi();
  return useCallback(
    () =>
      oncePerCode(api, `apply ${code}`, () => api.call(update, { oobCode: code }, inNobodysName)),
    [api, code],
  );
}

export function useSetPassword(code: string) {
  const api = useApi();
  return (newPassword: string) =>
    api.call(resetPassword, { oobCode: code, newPassword }, inNobodysName);
}
