import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../online/use-online.ts';
import { classNames } from './class-names.ts';

/** One grey bar; its size comes from the class. */
export function Skeleton({ className }: { readonly className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block min-w-0 max-w-full animate-breathe rounded-control bg-skeleton',
        className,
      )}
    />
  );
}

/** Says "Loading" once, around bars of the shape that is to come; offline, that nothing comes for now. */
export function SkeletonGroup(props: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const isOnline = useOnline();

  if (!isOnline) {
    return (
      <p role="status" className="px-5 py-4 text-small text-ink-2">
        {t('shell.offline.notLoaded')}
      </p>
    );
  }
  return (
    <div role="status" className={classNames('grid-cols-1 animate-late', props.className)}>
      <span className="sr-only">{t('layout.loading')}</span>
      {props.children}
    </div>
  );
}
