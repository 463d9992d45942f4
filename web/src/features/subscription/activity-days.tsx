import type { Activity } from '@hearth/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivityEvent } from '../../shared/activity/activity-event.tsx';
import { daysFromNow, formatTime, formatWeekday } from '../../shared/i18n/format-date-time.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { Card } from '../../shared/ui/card.tsx';

/** The events of one page, day by day. */
export function ActivityDays({ activities }: { readonly activities: readonly Activity[] }) {
  const days = new Map<string, Activity[]>();
  for (const activity of activities) {
    const day = new Date(activity.happened_at).toDateString();
    days.set(day, [...(days.get(day) ?? []), activity]);
  }
  return [...days].map(([day, events]) => <Day key={day} events={events} />);
}

function Day({ events }: { readonly events: readonly Activity[] }) {
  const headId = useId();
  const language = useLanguage();
  const dayText = useDayText();

  return (
    <section className="grid gap-2">
      <h2
        id={headId}
        tabIndex={-1}
        className="scroll-mt-20 text-small font-card text-ink-2 tabular-nums outline-none"
      >
        {dayText(events[0]?.happened_at ?? '')}
      </h2>
      <Card>
        <ul aria-labelledby={headId} className="py-1.5">
          {events.map((activity) => (
            <ActivityEvent
              key={activity.id}
              activity={activity}
              when={formatTime(activity.happened_at, language)}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

const nearDays = new Map<number, 'activity.today' | 'activity.yesterday'>([
  [0, 'activity.today'],
  [-1, 'activity.yesterday'],
]);

/** "Today · Nov 22, 2026" */
function useDayText(): (instant: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (instant) => {
    const near = nearDays.get(daysFromNow(instant));
    const day = near ? t(near) : formatWeekday(instant, language);
    return t('activity.day', { day, date: formatDate(instant, language) });
  };
}
