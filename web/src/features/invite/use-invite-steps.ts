import { acceptInvite, rejectInvite, sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import type { Change } from '../../shared/api/use-change.ts';
import { isPassing, isRefused } from '../../shared/api-error.ts';
import { paths } from '../../shared/paths.ts';
import { useSignIn } from '../../shared/second-factor/use-sign-in.ts';
import { useSession } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { type InviteLink, toInviteInput, toInvitePath } from './invite-link.ts';

export type Step = 'accept' | 'reject' | 'switchAccount' | 'resend' | 'recheck';

interface Around {
  readonly change: Change<Step>;
  readonly askAgain: () => Promise<void>;
}

/** Steps that the reader can take with the invite. */
export function useInviteSteps(link: InviteLink, { change, askAgain }: Around) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { signUp, signOut, reload } = useSession();
  const { signIn, secondFactor } = useSignIn();
  const { busy, error, about, run } = change;
  const [sentTo, setSentTo] = useState<string>();

  const take = (step: Step, work: () => Promise<unknown>) =>
    run(async () => {
      setSentTo(undefined);
      try {
        return await work();
      } catch (failure) {
        if (!isPassing(failure)) {
          // A refusal means that the invite, or the reader, differs from what this page says.
          await askAgain();
        }
        throw failure;
      }
    }, step);

  async function join() {
    const { subscriptionId } = await api.call(acceptInvite, toInviteInput(link));
    // The secret has verified the address. If that cannot be read now, the next page reads it.
    await reload().catch(() => undefined);
    notify.success(t('invitation.joined'));
    // The secret's address goes out of the history.
    await navigate(paths.subscription(subscriptionId), { replace: true });
    return 'leaving';
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

  /** The form shows failures to sign in, and the next screen failures to join. */
  async function enterAndJoin(entering: Promise<unknown>) {
    const handleRefused = async (refusal: unknown) => {
      if (isRefused(refusal, 'auth/email-already-in-use')) {
        await askAgain();
      }
    };
    // A person who turned back from the second factor is not in.
    const joinIfIn = (isIn: unknown) => isIn !== false && join();
    await take('accept', () => entering.then<unknown, unknown>(joinIfIn, handleRefused));
    await entering;
  }

  return {
    busy,
    failure: about && error !== undefined ? { step: about, error } : undefined,
    sentTo,
    secondFactor,
    signUpAndJoin: (input: Parameters<typeof signUp>[0]) => enterAndJoin(signUp(input)),
    signInAndJoin: (input: Parameters<typeof signIn>[0]) => enterAndJoin(signIn(input)),
    accept: () => take('accept', join),
    reject: () => take('reject', reject),
    switchAccount: () => take('switchAccount', signOut),
    resend: () => take('resend', resend),
    recheck: () => take('recheck', reload),
    askAgain,
  };
}

export type InviteSteps = ReturnType<typeof useInviteSteps>;
