import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/is-refused.ts';
import { toText } from '../../shared/i18n/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { RefusalNotice } from '../../shared/verification/refusal-notice.tsx';

/** Why no invite has gone out; what concerns the address alone stands at its field. */
export function InviteProblem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (error === undefined || isRefused(error, 'auth/invalid-email')) {
    return null;
  }
  if (isRefused(error, 'invite/already-pending')) {
    return <Notice tone="bad">{t('invites.alreadyInvited')}</Notice>;
  }
  if (isRefused(error, 'invite/already-member')) {
    return <Notice tone="bad">{t('invites.alreadyMember')}</Notice>;
  }
  return (
    <RefusalNotice error={error} title={t('invites.inviteError')}>
      {toText(error, t)}
    </RefusalNotice>
  );
}
