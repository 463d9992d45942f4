import type { Session } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card, SectionCard } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import {
  type EndSessions,
  useDeviceText,
  useEndSessions,
  useListSessions,
} from './use-sessions.ts';

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

const providerNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'microsoft.com': 'Microsoft',
  'apple.com': 'Apple',
  'yahoo.com': 'Yahoo',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'Twitter',
};

function toWayIn({ provider }: Session, t: TFunction): string {
  return provider === 'password' || provider === 'emailLink' || provider === 'passkey'
    ? t(`account.sessions.${provider}`)
    : (providerNames[provider] ?? provider);
}

interface SessionItemProps {
  readonly session: Session;
  readonly onEnd: () => void;
}

/** One device: its name, the start of its session, and its place. */
function SessionItem({ session, onEnd }: SessionItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const device = useDeviceText()(session.user_agent);
  const lastSeen = formatDateTime(session.last_seen_at, language);

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-[1_1_260px] gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="min-w-0 font-card">{device}</h3>
          {session.current && <Badge tone="good">{t('account.sessions.current')}</Badge>}
        </div>
        <dl className="grid gap-x-4 gap-y-0.5 text-small tabular-nums sm:grid-cols-[auto_1fr]">
          <Detail name={t('account.sessions.lastSeen')}>
            {session.current ? t('account.sessions.now') : lastSeen}
          </Detail>
          <Detail name={t('account.sessions.signedIn')}>
            {formatDateTime(session.signed_in_at, language)}
          </Detail>
          <Detail name={t('account.sessions.address')}>{session.address}</Detail>
          <Detail name={t('account.sessions.provider')}>{toWayIn(session, t)}</Detail>
        </dl>
      </div>
      {!session.current && (
        <Button
          size="small"
          aria-label={t('account.sessions.endNamed', { device })}
          onClick={onEnd}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="flex gap-2 sm:contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </div>
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
