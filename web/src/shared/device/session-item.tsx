import type { Session } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../i18n/format-date-time.ts';
import { useLanguage } from '../i18n/index.ts';
import { useProviderName } from '../social/use-provider-name.ts';
import { Badge } from '../ui/badge.tsx';
import { useDeviceText } from './use-device-text.ts';

interface SessionItemProps {
  readonly session: Session;
  /** Button that ends it. */
  readonly action?: ReactNode;
}

/** One device: its name, the start of its session, and its place. */
export function SessionItem({ session, action }: SessionItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const device = useDeviceText()(session.user_agent);
  const wayIn = useWayIn()(session.provider);
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
          <Detail name={t('account.sessions.provider')}>{wayIn}</Detail>
        </dl>
      </div>
      {action}
    </li>
  );
}

function useWayIn(): (provider: string) => string {
  const { t } = useTranslation();
  const providerName = useProviderName();
  return (provider) =>
    provider === 'password' || provider === 'emailLink' || provider === 'passkey'
      ? t(`account.sessions.${provider}`)
      : providerName(provider);
}

function Detail({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="flex gap-2 sm:contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </div>
  );
}
