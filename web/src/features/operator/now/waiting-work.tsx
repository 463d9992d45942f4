import type { OperatorNow } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { FigureGrid } from '../figure-grid.tsx';

/** How much work waits, and since when. */
export function WaitingWork({ now }: { readonly now: OperatorNow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const since = (at: string | null) => at && t('now.since', { date: formatDateTime(at, language) });
  const figures = [
    { name: 'emails', value: now.emails.count, sub: since(now.emails.since) },
    { name: 'emailsGivenUp', value: now.emails_given_up },
    { name: 'changes', value: now.changes.count, sub: since(now.changes.since) },
    { name: 'events', value: now.events.count, sub: since(now.events.since) },
    { name: 'overdueJobs', value: now.overdue_jobs.count, sub: since(now.overdue_jobs.since) },
    { name: 'deliveries', value: now.waiting_deliveries },
    { name: 'failingEndpoints', value: now.failing_endpoints },
    {
      name: 'backup',
      value: now.backup_at ? formatDateTime(now.backup_at, language) : t('now.noBackup'),
    },
  ] as const;
  const words = figures.map((figure) => ({
    ...figure,
    label: t(`now.figure.${figure.name}`),
    definition: t(`now.definition.${figure.name}`),
  }));
  return <FigureGrid id="waiting-work" title={t('now.work')} figures={words} />;
}
