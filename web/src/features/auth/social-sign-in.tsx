import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useConfig } from '../../shared/config/index.ts';
import { loadWords } from '../../shared/i18n/index.ts';
import { ProviderButton } from '../../shared/social/provider-button.tsx';
import type { SocialOutcome } from '../../shared/social/social-outcome.ts';
import { useSocialSignIn } from '../../shared/social/use-social-sign-in.ts';
import type { AfterSignIn } from './after-sign-in.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

const SocialResult = lazy(async () => {
  const [{ SocialResult }] = await Promise.all([
    import('./social-result.tsx'),
    loadWords('action'),
  ]);
  return { default: SocialResult };
});

interface SocialSignInProps {
  /** Given if the page can prove an account; others lead to the one that can. */
  readonly afterSignIn?: AfterSignIn;
  readonly hasPasskeys: boolean;
}

/** One button for passkeys and for each provider that is offered, and what came of it. */
export function SocialSignIn({ afterSignIn, hasPasskeys }: SocialSignInProps) {
  const { t } = useTranslation();
  const { socialProviders } = useConfig();
  const { state } = useLocation();
  const [outcome, setOutcome] = useState<SocialOutcome | undefined>(state?.social);
  const { busy, start } = useSocialSignIn(setOutcome);

  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.social.or')}
      </div>
      {outcome && (
        <Suspense>
          <SocialResult outcome={outcome} afterSignIn={afterSignIn} />
        </Suspense>
      )}
      {hasPasskeys && <PasskeySignIn />}
      {socialProviders.map((name) => (
        <ProviderButton
          key={name}
          name={name}
          busy={busy === name}
          onClick={() => void start(name)}
        />
      ))}
    </div>
  );
}
