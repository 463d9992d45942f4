import Eye from 'lucide-react/icons/eye';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../shared/api/use-change.ts';
import { formatTime } from '../shared/i18n/format-date-time.ts';
import { toText, useLanguage } from '../shared/i18n/index.ts';
import { type KeptView, useSession } from '../shared/session/index.ts';

/** Stands above each page while an operator sees what a person sees. */
export function ViewBanner({ view: { until } }: { readonly view: KeptView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { account, signOut } = useSession();
  const { busy, error, run } = useChange();
  const banner = useOwnRoom();
  const name = account?.displayName || account?.email;

  return (
    <div
      ref={banner}
      className="sticky top-0 z-30 flex flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-4 py-2 text-label text-bg sm:px-5"
    >
      <Eye aria-hidden="true" className="size-[18px] shrink-0" />
      <p role="status" className="min-w-0 flex-[1_1_180px] wrap-anywhere">
        {name && t('console.view.banner', { name, time: formatTime(until, language) })}{' '}
        {error !== undefined && toText(error, t)}
      </p>
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={() => void run(signOut)}
        className="h-[38px] shrink-0 rounded-control border border-current px-3 text-small font-label focus-visible:outline-bg"
      >
        {t('console.view.end')}
      </button>
    </div>
  );
}

/** Bars that stick to the top of the window stick below the banner, however many lines it has. */
function useOwnRoom() {
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = banner;
    if (!current) {
      return undefined;
    }
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      style.setProperty('--view-bar', `${current.offsetHeight}px`);
    });
    watch.observe(current);
    return () => {
      watch.disconnect();
      style.removeProperty('--view-bar');
    };
  }, []);
  return banner;
}
