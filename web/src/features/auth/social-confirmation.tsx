import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useSession } from '../../shared/session/index.ts';
import type { Confirmation } from '../../shared/social/social-outcome.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import type { AfterSignIn } from './after-sign-in.ts';
import { linkPending } from './link-pending.ts';

interface SocialConfirmationProps {
  readonly confirmation: Confirmation;
  readonly afterSignIn: AfterSignIn;
}

/** Asks for the account's own sign-in first; whichever way it is done, the new one is added after it. */
export function SocialConfirmation({ confirmation, afterSignIn }: SocialConfirmationProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { takeOver } = useSession();
  const nameOf = useProviderName();
  const { email, methods, pendingToken } = confirmation;
  const provider = nameOf(confirmation.providerId);

  useEffect(() => {
    afterSignIn.current = async () => {
      afterSignIn.current = undefined;
      try {
        takeOver(await linkPending(api, pendingToken));
        notify.success(t('auth.social.linked', { provider }));
      } catch {
        // The person is signed in, which is what they came for.
        notify.failure(t('auth.social.notLinked', { provider }));
      }
    };
  }, [afterSignIn, api, pendingToken, provider, t, takeOver]);

  const others = methods?.filter((method) => method !== 'password').map(nameOf) ?? [];
  const needsOther = methods !== undefined && !methods.includes('password') && others.length > 0;
  return (
    <Notice tone="info" title={t('auth.social.confirmTitle')}>
      {needsOther
        ? t('auth.social.confirmWithProvider', { email, provider, other: others.join(', ') })
        : t('auth.social.confirmWithPassword', { email, provider })}
    </Notice>
  );
}
