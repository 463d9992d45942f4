import type { Session } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useDeviceText } from './use-device-text.ts';

const providerNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'microsoft.com': 'Microsoft',
  'apple.com': 'Apple',
  'yahoo.com': 'Yahoo',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'twitter.com': 'Twitter',
};

interface SessionItemProps {
  readonly session: Session;
  readonly onEnd: () => void;
}

/** One device: what it is, since when and from where. */
export function SessionItem({ session, onEnd }: SessionItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const device = useDeviceText()(session.user_agent);
  const isPassword = session.provider === 'password';
  const provider = providerNames[session.provider] ?? session.provider;
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
          <Detail name={t('account.sessions.provider')}>
            {isPassword ? t('account.sessions.password') : provider}
          </Detail>
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
