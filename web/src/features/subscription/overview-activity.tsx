import { useTranslation } from 'react-i18next';
import { ActivityEvent } from '../../shared/activity/activity-event.tsx';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { daysFromNow, formatTime } from '../../shared/i18n/format-date-time.ts';
import { formatDay, toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { useGetActivity } from './use-get-activity.ts';

const shownEvents = 5;

/** The last events, with the way to all of them. */
export function LatestActivity() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { data, error, isFetching, refetch } = useGetActivity({ page: 1, pageSize: shownEvents });
  const whenText = useWhenText();

  return (
    <section
      aria-labelledby="latest-activity"
      className="rounded-card border border-line bg-surface shadow-lift"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4">
        <h2 id="latest-activity" className="text-card font-card">
          {t('subscription.overview.activity')}
        </h2>
        <TextLink className="text-small" to={paths.subscriptionActivity(subscription.id)}>
          {t('subscription.overview.allActivity')}
        </TextLink>
      </div>
      {error && (
        <div className="px-5 pt-3.5 pb-5">
          <RetryNote
            title={t('activity.loadError')}
            message={toText(error, t)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!data && !error && <LatestSkeleton />}
      {data && data.total === 0 && (
        <p className="px-5 py-8 text-center text-ink-2">{t('activity.emptyTitle')}</p>
      )}
      {data && data.total > 0 && (
        <ul aria-labelledby="latest-activity" className="pt-1 pb-2">
          {data.activities.map((activity) => (
            <ActivityEvent
              key={activity.id}
              activity={activity}
              when={whenText(activity.happened_at)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The time of today's events, the day of others. */
function useWhenText(): (instant: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (instant) => {
    const days = daysFromNow(instant);
    if (days === 0) {
      return formatTime(instant, language);
    }
    return days === -1 ? t('activity.yesterday') : formatDay(instant, language);
  };
}

function LatestSkeleton() {
  const { subscription, plan } = useCurrentSubscription();
  // A free project of today has few events, and a wide window shows its activity.
  const isNew = plan?.free && daysFromNow(subscription.create_time) === 0;
  return (
    <SkeletonGroup className="pt-1 pb-2">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((key, index) => (
        <div
          key={key}
          className={classNames('flex gap-3 px-5 py-2.5', isNew && index > 0 && 'lg:hidden')}
        >
          <Skeleton className="size-7 shrink-0 rounded-full" />
          <Skeleton className="h-6 w-64" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
