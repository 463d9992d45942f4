import { type SocialProviderName, socialProviderIds, update } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { type SocialOutcome, toApiError } from '../../shared/social/social-outcome.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';
import { useSocialSignIn } from '../../shared/social/use-social-sign-in.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { signInMethodsKey } from './use-sign-in-methods.ts';

interface Problem {
  readonly of: 'link' | 'unlink';
  readonly error: unknown;
}

/** Links and unlinks providers; asks for a new sign-in if the last one is too long ago. */
export function useChangeProviders() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid, email } = useAccount();
  const session = useSession();
  const { run, dialog } = useRecentSignIn();
  const nameOf = useProviderName();
  const [linkError, setLinkError] = useState<unknown>();
  const unlinking = useChange<string>();
  const answer = useRef<(outcome: SocialOutcome) => void>(undefined);
  const social = useSocialSignIn((outcome) => outcome && answer.current?.(outcome), {
    links: true,
  });

  /** Reads the ways to sign in again. */
  async function reload() {
    void queries.invalidateQueries({ queryKey: signInMethodsKey(uid) });
    await session.reload();
  }

  /** Settles when the provider has answered; a window that was closed leaves it open, as nothing has happened. */
  function begin(provider: SocialProviderName): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      answer.current = (outcome) => toLinkedId(outcome).then(resolve, reject);
      void social.start(provider);
    });
  }

  async function showLinked(providerId: string | undefined) {
    if (providerId !== undefined) {
      // The link is made even if this read fails; the next read shows it.
      await reload().catch(() => undefined);
      notify.success(t('account.success.providerLinked', { provider: nameOf(providerId), email }));
    }
  }

  async function link(provider: SocialProviderName) {
    setLinkError(undefined);
    unlinking.forgetError();
    try {
      await showLinked(await run(() => begin(provider)));
    } catch (error) {
      setLinkError(error);
    }
  }

  const unlink = (providerId: string) =>
    unlinking.run(async () => {
      setLinkError(undefined);
      await run(() => api.call(update, { deleteProvider: [providerId] }));
      await reload().catch(() => undefined);
      const provider = nameOf(providerId);
      notify.success(t('account.success.providerUnlinked', { provider, email }));
    }, providerId);

  useHandedOver((outcome) =>
    toLinkedId(outcome).then(showLinked, (error: unknown) => setLinkError(error)),
  );

  const unlinkingId = unlinking.busy ? unlinking.about : undefined;
  const busy = unlinkingId ?? (social.busy && socialProviderIds[social.busy]);
  const problem = toProblem(linkError, unlinking.error);
  return { link, unlink, busy, problem, dialog };
}

export type ChangeProviders = ReturnType<typeof useChangeProviders>;

function toProblem(linkError: unknown, unlinkError: unknown): Problem | undefined {
  if (linkError !== undefined) {
    return { of: 'link', error: linkError };
  }
  return unlinkError === undefined ? undefined : { of: 'unlink', error: unlinkError };
}

async function toLinkedId(outcome: SocialOutcome): Promise<string | undefined> {
  if (outcome.kind === 'failed') {
    throw toApiError(outcome);
  }
  return outcome.kind === 'linked' ? outcome.providerId : undefined;
}

/** Takes up once how a linking ended that left this window for the provider. */
function useHandedOver(take: (outcome: SocialOutcome) => Promise<void>) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const handle = useEffectEvent(take);
  const outcome: SocialOutcome | undefined = state?.social;

  useEffect(() => {
    if (outcome) {
      void navigate(pathname, { replace: true, state: null });
      void handle(outcome);
    }
  }, [outcome, pathname, navigate]);
}
