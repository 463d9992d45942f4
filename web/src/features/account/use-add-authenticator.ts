import { finalizeMfaEnrollment, type OutputOf, startMfaEnrollment } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { paths } from '../../shared/paths.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { signInMethodsKey } from './use-sign-in-methods.ts';

interface Typed {
  readonly deviceName: string;
  readonly typedCode: string;
}

/** Begins as soon as it may, with a new sign-in if the server asks for one; every other session ends when the app is added. */
export function useAddAuthenticator(mayBegin: boolean) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useAccount();
  const { takeOver } = useSession();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const beginning = useChange();
  const adding = useChange();
  const [enrollment, setEnrollment] =
    useState<OutputOf<typeof startMfaEnrollment>['totpSessionInfo']>();
  const [codes, setCodes] = useState<readonly string[]>();
  const hasBegun = useRef(false);

  const begin = () =>
    beginning.run(async () => {
      const input = { totpEnrollmentInfo: {} };
      const { totpSessionInfo } = await withRecentSignIn(() => api.call(startMfaEnrollment, input));
      adding.forgetError();
      setEnrollment(totpSessionInfo);
    });

  const add = ({ deviceName, typedCode }: Typed) =>
    adding.run(async () => {
      const displayName = deviceName.trim();
      const input = {
        ...(displayName && { displayName }),
        totpVerificationInfo: {
          sessionInfo: enrollment?.sessionInfo,
          verificationCode: typedCode,
        },
      };
      const answer = await api.call(finalizeMfaEnrollment, input, { renewsSession: true });
      takeOver({ localId: uid, ...answer });
      void queries.invalidateQueries({ queryKey: signInMethodsKey(uid) });
      if (answer.recoveryCodes) {
        setCodes(answer.recoveryCodes);
        return undefined;
      }
      notify.success(t('secondFactor.add.done'));
      await navigate(paths.profile);
      return 'leaving';
    });

  useEffect(() => {
    if (mayBegin && !hasBegun.current) {
      hasBegun.current = true;
      void begin();
    }
  });

  return { enrollment, codes, beginning, adding, begin, add, dialog };
}

export type AddAuthenticator = ReturnType<typeof useAddAuthenticator>;
