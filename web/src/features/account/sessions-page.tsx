import type { Session } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { SessionItem } from '../../shared/device/session-item.tsx';
import { useDeviceText } from '../../shared/device/use-device-text.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card, SectionCard } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { type EndSessions, useEndSessions, useListSessions } from './use-sessions.ts';

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
              <SessionItem
                key={session.id}
                session={session}
                action={<EndButton session={session} onEnd={() => ending.ask(session)} />}
              />
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

interface EndButtonProps {
  readonly session: Session;
  readonly onEnd: () => void;
}

function EndButton({ session, onEnd }: EndButtonProps) {
  const { t } = useTranslation();
  const device = useDeviceText()(session.user_agent);
  return session.current ? null : (
    <Button size="small" aria-label={t('account.sessions.endNamed', { device })} onClick={onEnd}>
      {t('account.sessions.end')}
    </Button>
  );
}

/** Asks before a session is ended, or all others are. */
function EndSessionsDialog({ ending }: { readonly ending: EndSessions }) {
  const { t } = useTranslation();
  const deviceText = useDeviceText();
  const { target, busy, problem, ask, confirm, dialog } = ending;
  if (!target) {
    return null;
  }

  const isAll = target === 'others';
  const title = isAll
    ? t('account.sessions.endOthersTitle')
    : t('account.sessions.endTitle', { device: deviceText(target.user_agent) });

  return (
    <>
      <ConfirmDialog
        title={title}
        confirm={isAll ? t('account.sessions.endOthers') : t('account.sessions.end')}
        busy={busy}
        problem={problem}
        onConfirm={() => void confirm()}
        onCancel={() => ask(undefined)}
      >
        {isAll ? t('account.sessions.endOthersText') : t('account.sessions.endText')}
      </ConfirmDialog>
      {dialog}
    </>
  );
}

function SessionsSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid grid-cols-1 gap-6 p-5">
        {['this', 'other'].map((key) => (
          <div key={key} className="grid grid-cols-1 gap-2">
            <Skeleton className="h-6 w-44" />
            <Skeleton className="h-5 w-64" />
            <Skeleton className="h-5 w-56" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
