import { useQueryClient } from '@tanstack/react-query';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { pendingLoads } from '../../shared/online/load-patiently.ts';
import { lookForServer } from '../../shared/online/use-online.ts';

/** Says that nothing can be changed, from when the page's content is, and whether a page that was asked for has to wait. */
export function OfflineStrip() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [shownFrom] = useShownFrom();
  const { busy, isStillOff, lookAgain } = useLookAgain();
  const isWaiting = useSyncExternalStore(pendingLoads.subscribe, pendingLoads.areThere);

  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-4 py-2.5 text-label text-bg sm:px-5"
    >
      <WifiOff aria-hidden="true" className="size-[18px] shrink-0" />
      <p className="min-w-0 flex-[1_1_180px]">
        {shownFrom
          ? t('shell.offline.text', { time: formatTime(shownFrom, language) })
          : t('shell.offline.textWithoutTime')}{' '}
        {isWaiting && t('shell.offline.pageWaits')} {isStillOff && t('shell.offline.stillOff')}
      </p>
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={lookAgain}
        className="h-[38px] shrink-0 rounded-control border border-current px-3 text-small font-label focus-visible:outline-bg"
      >
        {t('shell.offline.retry')}
      </button>
    </div>
  );
}

/** Time of the oldest answer that is on screen. */
function useShownFrom() {
  const queries = useQueryClient();
  return useState(() => {
    const times = queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .map(({ state }) => state.dataUpdatedAt)
      .filter((time) => time > 0);
    return times.length > 0 ? new Date(Math.min(...times)).toISOString() : undefined;
  });
}

/** If the browser does not notice that its network is back, an answer of the server does. */
function useLookAgain() {
  const [busy, setBusy] = useState(false);
  const [isStillOff, setIsStillOff] = useState(false);

  async function look() {
    setBusy(true);
    setIsStillOff(false);
    setIsStillOff(!(await lookForServer()));
    setBusy(false);
  }

  return { busy, isStillOff, lookAgain: () => void look() };
}
