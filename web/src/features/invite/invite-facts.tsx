import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import type { InviteDetails } from './invite-state.ts';

/** Facts of the invite. */
export function InviteFacts({ details }: { readonly details: InviteDetails }) {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  const language = useLanguage();
  const granted = permissions
    .filter(({ key }) => details.permissions.includes(key))
    .map(({ label }) => configuredText(label));

  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-card bg-sunken px-4 py-3 text-label">
      {details.host_name && (
        <>
          <dt className="text-ink-2">{t('invitation.facts.host')}</dt>
          <dd className="min-w-0 wrap-anywhere">{details.host_name}</dd>
        </>
      )}
      <dt className="text-ink-2">{t('invitation.facts.permissions')}</dt>
      <dd>{granted.join(t('invitation.separator'))}</dd>
      <dt className="text-ink-2">{t('invitation.facts.until')}</dt>
      <dd className="tabular-nums">{formatDate(details.expire_time, language)}</dd>
    </dl>
  );
}
