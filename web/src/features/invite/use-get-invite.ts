import { getInvite } from '@hearth/contract';
import { useCallback, useState } from 'react';
import { useApi } from '../../shared/api/index.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import { useSession } from '../../shared/session/index.ts';
import { type InviteLink, toInviteInput } from './invite-link.ts';
import { toInviteState } from './invite-state.ts';

/**
 * Asks how the invite stands, and again for whoever signs in or out, or verifies the address. Not while a step of the
 * page itself is at work: its form must not vanish under it.
 */
export function useGetInvite({ id, token }: InviteLink, busy: boolean) {
  const api = useApi();
  const { account } = useSession();
  const [asker, setAsker] = useState(account);
  if (!busy && asker !== account) {
    setAsker(account);
  }

  const ask = useCallback(async () => {
    const answer = await api.call(getInvite, toInviteInput({ id, token }));
    return toInviteState(answer, asker?.email);
  }, [api, id, token, asker]);
  return useAnswer(ask);
}
