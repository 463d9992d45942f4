import { acceptInvite, rejectInvite, sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isPassing, isRefused } from '../../shared/api/api-error.ts';
import { useApi } from '../../shared/api/index.ts';
import { loadWordsFor } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { type InviteLink, toInviteInput, toInvitePath } from './invite-link.ts';

type Step = 'accept' | 'reject' | 'switchAccount' | 'resend' | 'recheck';

interface Failure {
  readonly step: Step;
  readonly error: unknown;
}

interface Around {
  readonly setBusy: (busy: boolean) => void;
  readonly askAgain: () => Promise<void>;
}

/** Steps that the reader can take with the invite. */
export function useInviteSteps(link: InviteLink, { setBusy, askAgain }: Around) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { signIn, signUp, signOut, reload } = useSession();
  const [failure, setFailure] = useState<Failure>();
  const [sentTo, setSentTo] = useState<string>();

  async function take(step: Step, work: () => Promise<void>) {
    setFailure(undefined);
    setSentTo(undefined);
    setBusy(true);
    try {
      await work();
      if (step === 'accept') {
        // This page stays as it is until the project is there.
        return;
      }
    } catch (error) {
      await loadWordsFor(error);
      setFailure({ step, error });
      if (!isPassing(error)) {
        // A refusal means that the invite, or the reader, stands otherwise than this page says.
        await askAgain();
      }
    }
    setBusy(false);
  }

  async function join() {
    const { subscriptionId } = await api.call(acceptInvite, toInviteInput(link));
    // The secret has verified the address. Where that cannot be read now, the next page reads it.
    await reload().catch(() => undefined);
    notify.success(t('invitation.joined'));
    // The secret's address goes out of the history.
    await navigate(paths.subscription(subscriptionId), { replace: true });
  }

  async function reject() {
    await api.call(rejectInvite, toInviteInput(link));
    await askAgain();
  }

  /** The mailed link leads back here, without the secret. */
  async function resend() {
    const continueUrl = `${location.origin}${toInvitePath({ id: link.id, token: undefined })}`;
    const { email } = await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL', continueUrl });
    setSentTo(email);
  }

  /** Failures to enter are told by the form, those to join by the screen that follows. */
  async function enterAndJoin(enter: () => Promise<void>) {
    setBusy(true);
    try {
      await enter();
    } catch (error) {
      if (isRefused(error, 'auth/email-already-in-use')) {
        await askAgain();
      }
      setBusy(false);
      throw error;
    }
    await take('accept', join);
  }

  return {
    failure,
    sentTo,
    signUpAndJoin: (input: Parameters<typeof signUp>[0]) => enterAndJoin(() => signUp(input)),
    signInAndJoin: (input: Parameters<typeof signIn>[0]) => enterAndJoin(() => signIn(input)),
    accept: () => take('accept', join),
    reject: () => take('reject', reject),
    switchAccount: () => take('switchAccount', signOut),
    resend: () => take('resend', resend),
    recheck: () => take('recheck', reload),
    askAgain,
  };
}

export type InviteSteps = ReturnType<typeof useInviteSteps> & { readonly busy: boolean };
