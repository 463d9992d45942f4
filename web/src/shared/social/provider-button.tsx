import type { SocialProviderName } from '@hearth/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { GoogleMark } from './google-mark.tsx';

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
