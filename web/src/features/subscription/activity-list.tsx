import type { Activity } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { useActivitySentence } from './use-activity-sentence.ts';

/** One sentence per event, and when it was. */
export function ActivityList({ activities }: { readonly activities: readonly Activity[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sentence = useActivitySentence();

  return (
    <ul aria-label={t('activity.list')} className="divide-y divide-line">
      {activities.map((activity) => (
        <li
          key={activity.id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-3"
        >
          <p className="min-w-0 flex-[1_1_260px] wrap-anywhere">{sentence(activity)}</p>
          <time
            dateTime={activity.happened_at}
            className="text-small whitespace-nowrap text-ink-2 tabular-nums"
          >
            {formatDateTime(activity.happened_at, language)}
          </time>
        </li>
      ))}
    </ul>
  );
}
