import { useTranslation } from 'react-i18next';

/** A thin bar on top while a page is on its way; it waits 150 ms before it shows. */
export function RouteBar() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-0 z-50 h-[3px] animate-late overflow-hidden bg-accent-soft"
    >
      <div className="h-full w-2/5 animate-travel rounded-full bg-accent" />
      <span className="sr-only">{t('layout.loading')}</span>
    </div>
  );
}
