import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { SessionItem } from './session-item.tsx';
import { SessionsSkeleton } from './sessions-skeleton.tsx';
import { useEndSessions } from './use-end-sessions.ts';
import { useListSessions } from './use-list-sessions.ts';

export function SessionsPage() {
  const { t } = useTranslation();
  const { data, error, isPending, isFetching, refetch } = useListSessions();
  const ending = useEndSessions();
  const sessions = data?.sessions ?? [];
  const hasOthers = sessions.some(({ current }) => !current);

  return (
    <>
      <PageHeader
        title={t('account.sessions.title')}
        sub={t('account.sessions.sub')}
        actions={<ButtonLink to={paths.profile}>{t('account.back')}</ButtonLink>}
      />
      {isPending && <SessionsSkeleton />}
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && (
        <SectionCard id="devices" title={t('account.sessions.list')}>
          <ul aria-labelledby="devices" className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => ending.ask(session)} />
            ))}
          </ul>
          {!hasOthers && (
            <p className="mt-4 border-t border-line pt-4 text-ink-2">
              {t('account.sessions.onlyThis')}
            </p>
          )}
        </SectionCard>
      )}
      {hasOthers && (
        <SectionCard id="others" title={t('account.sessions.others')}>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="min-w-0 flex-[1_1_260px] text-ink-2">
              {t('account.sessions.othersText')}
            </p>
            <Button variant="danger" onClick={() => ending.ask('others')}>
              {t('account.sessions.endOthers')}
            </Button>
          </div>
        </SectionCard>
      )}
      <EndSessionsDialog ending={ending} />
    </>
  );
}
