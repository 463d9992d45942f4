import { useTranslation } from 'react-i18next';
import { Spinner } from './spinner.tsx';

/** A veil over the nearest positioned box while it is at work. */
export function LoadingOverlay({ shown }: { readonly shown: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="contents">
      {shown && (
        <div className="absolute inset-0 z-10 grid animate-fade place-items-center rounded-card bg-veil text-accent">
          <Spinner className="size-7" />
          <span className="sr-only">{t('layout.loading')}</span>
        </div>
      )}
    </div>
  );
}
