import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from './button.tsx';
import { classNames } from './class-names.ts';

/** The one card of a public page, under a veil while it is at work. */
export function PublicCard(props: { readonly busy: boolean; readonly children: ReactNode }) {
  return (
    <div
      className={classNames(
        'relative grid w-full max-w-[400px] grid-cols-1 content-start gap-5 rounded-card border border-line bg-surface p-6 shadow-pop sm:p-8',
        // While its content is still to come, the veil needs room.
        props.busy && 'min-h-64',
      )}
    >
      {props.children}
      <LoadingOverlay shown={props.busy} />
    </div>
  );
}

/** A veil over the nearest positioned box while it is at work. */
function LoadingOverlay({ shown }: { readonly shown: boolean }) {
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
