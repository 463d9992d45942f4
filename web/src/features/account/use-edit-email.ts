import { sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccountChange } from './use-account-change.ts';

/** Has a link mailed to the new address; opening it makes the change. */
export function useEditEmail() {
  const api = useApi();
  const navigate = useNavigate();
  const { longMs } = useConfig().redirectDelays;
  const [sentTo, setSentTo] = useState('');
  const change = useAccountChange({
    pauseMs: longMs,
    goOn: () => void navigate(paths.profile),
  });

  function send(newEmail: string) {
    return change.send(async () => {
      await api.call(sendOobCode, { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail });
      setSentTo(newEmail);
    });
  }

  return { change, send, sentTo };
}
