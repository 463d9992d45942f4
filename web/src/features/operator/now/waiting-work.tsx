import type { OperatorNow } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';

/** How much work waits, and since when. */
export function WaitingWork({ now }: { readonly now: OperatorNow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const since = (at: string | null) => at && t('now.since', { date: formatDateTime(at, language) });
  const figures = [
    { name: 'emails', value: now.emails.count, sub: since(now.emails.since) },
    { name: 'emailsGivenUp', value: now.emails_given_up, sub: null },
    { name: 'changes', value: now.changes.count, sub: since(now.changes.since) },
    { name: 'events', value: now.events.count, sub: since(now.events.since) },
    { name: 'overdueJobs', value: now.overdue_jobs.count, sub: since(now.overdue_jobs.since) },
    { name: 'deliveries', value: now.waiting_deliveries, sub: null },
    { name: 'failingEndpoints', value: now.failing_endpoints, sub: null },
    {
      name: 'backup',
      value: now.backup_at ? formatDateTime(now.backup_at, language) : t('now.noBackup'),
      sub: null,
    },
  ] as const;
  return (
    <SectionCard id="waiting-work" title={t('now.work')}>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map(({ name, value, sub }) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-small font-label text-ink-2">{t(`now.figure.${name}`)}</dt>
            <dd className="text-figure font-card tracking-tight wrap-anywhere tabular-nums">
              {value}
            </dd>
            {sub && <dd className="text-small text-ink-2 tabular-nums">{sub}</dd>}
            <dd className="max-w-[52ch] text-small leading-paragraph text-ink-2">
              {t(`now.definition.${name}`)}
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
