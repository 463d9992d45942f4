import { getUser, sendOobCode, updateUser } from '@hearth/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../shared/api/index.ts';
import { useLanguage } from '../shared/i18n/index.ts';
import { useAccount, useSession } from '../shared/session/index.ts';
import { notify } from '../shared/ui/toasts.ts';

/** Runs once after a sign-in or a sign-up; nobody waits for it. */
export function useEntryChores(): void {
  const { takeEntry } = useSession();
  const sendVerification = useSendVerification();
  const keepLanguage = useKeepLanguage();
  const { emailVerified } = useAccount();

  useEffect(() => {
    const entry = takeEntry();
    // An invite's link has verified the address already.
    if (entry === 'sign-up' && !emailVerified) {
      void sendVerification();
    }
    if (entry) {
      void keepLanguage();
    }
  });
}

function useSendVerification() {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useAccount();

  return async () => {
    try {
      await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL' });
      notify.success(t('auth.signUp.verificationSent', { email }));
    } catch {
      notify.failure(t('auth.signUp.verificationNotSent'));
    }
  };
}

/** The account remembers the language for its mails. */
function useKeepLanguage() {
  const api = useApi();
  const { uid } = useAccount();
  const language = useLanguage();

  return async () => {
    try {
      const user = await api.call(getUser, { uid });
      if (user.language !== language) {
        await api.call(updateUser, { uid, language });
      }
    } catch {
      // The next sign-in tries again; until then mails come in the language of before.
    }
  };
}
