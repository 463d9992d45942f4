import { useTranslation } from 'react-i18next';
import { Brand } from '../shared/brand/brand.tsx';
import { paths } from '../shared/paths.ts';

/** The frame of the signed-in screens while nothing more is there; the page begins with the same elements. */
export function FrameSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <span className="sr-only">{t('layout.loading')}</span>
      <div className="flex h-14 items-center gap-2 border-b border-line bg-surface px-3.5 sm:gap-3 sm:px-5">
        <span className="-ml-2 w-[38px] md:hidden" />
        <Brand to={paths.dashboard} />
      </div>
      <div className="flex">
        <div className="hidden h-[calc(100dvh-56px)] w-20 shrink-0 border-r border-line md:block min-[1121px]:w-64" />
        <div className="mx-auto grid w-full max-w-[1120px] content-start gap-6 px-4 pt-5 md:px-8 md:pt-7">
          <div className="h-8 w-56 max-w-full animate-breathe rounded-control bg-line" />
          <div className="h-44 animate-breathe rounded-card border border-line bg-surface" />
        </div>
      </div>
    </div>
  );
}
