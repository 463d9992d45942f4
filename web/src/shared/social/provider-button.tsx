import type { SocialProviderName } from '@hearth/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

// Google is what most have, and the only one that is on from the start.
const OtherMark = lazy(async () => ({
  default: (await import('./provider-mark.tsx')).ProviderMark,
}));

interface ProviderButtonProps {
  readonly name: SocialProviderName;
  readonly busy: boolean;
  readonly onClick: () => void;
}

export function ProviderButton({ name, busy, onClick }: ProviderButtonProps) {
  const { t } = useTranslation();
  return (
    <Button size="wide" busy={busy} onClick={onClick}>
      <Suspense fallback={<span className="size-[18px]" />}>
        {name === 'google' ? <GoogleMark /> : <OtherMark name={name} />}
      </Suspense>
      {t('auth.social.continueWith', { provider: t(`auth.social.names.${name}`) })}
    </Button>
  );
}

/** Google's mark in its own colours, which its rules ask for. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="size-[18px]">
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5"
      />
      <path
        fill="#4285f4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.2 5.5-4.7 7.2l7.7 6c4.5-4.2 7.1-10.4 7.1-17.6"
      />
      <path fill="#fbbc05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6z" />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48"
      />
    </svg>
  );
}
