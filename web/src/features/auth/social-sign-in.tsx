import type { SocialProviderName } from '@hearth/contract';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { loadVisitorWords } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { GoogleMark } from './social-google-mark.tsx';
import type { SocialOutcome } from './social-outcome.ts';

const OtherMark = lazy(async () => ({ default: (await import('./social-marks.tsx')).SocialMark }));
const SocialResult = lazy(async () => {
  const [{ SocialResult }] = await Promise.all([import('./social-result.tsx'), loadVisitorWords()]);
  return { default: SocialResult };
});

/** What the page's own form does once it has signed somebody in. */
export type AfterSignIn = RefObject<(() => Promise<void>) | undefined>;

interface SocialSignInProps {
  /** Of a page that can prove an account; others lead to the one that can. */
  readonly afterSignIn?: AfterSignIn;
}

/** One button for each provider that is offered, and what came of it. */
export function SocialSignIn({ afterSignIn }: SocialSignInProps) {
  const { t } = useTranslation();
  const { socialProviders } = useConfig();
  const { state } = useLocation();
  const api = useApi();
  const [busy, setBusy] = useState<SocialProviderName>();
  const [outcome, setOutcome] = useState<SocialOutcome | undefined>(state?.social);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  async function start(provider: SocialProviderName) {
    // Browsers open windows only while they handle the click.
    const popup = window.open('', '', 'popup,width=480,height=680');
    setBusy(provider);
    setOutcome(undefined);
    stop.current?.();
    const { startSocialSignIn } = await import('./social-flow.ts');
    stop.current = await startSocialSignIn({
      api,
      provider,
      popup,
      onOutcome(heard) {
        setBusy(undefined);
        setOutcome(heard);
      },
      onClosed: () => setBusy(undefined),
    });
  }

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
      {socialProviders.map((name) => (
        <Button key={name} size="wide" busy={busy === name} onClick={() => void start(name)}>
          <Suspense fallback={<span className="size-[18px]" />}>
            {name === 'google' ? <GoogleMark /> : <OtherMark name={name} />}
          </Suspense>
          {t('auth.social.continueWith', { provider: t(`auth.social.names.${name}`) })}
        </Button>
      ))}
    </div>
  );
}
