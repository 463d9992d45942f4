import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/is-refused.ts';
import { toText } from '../../shared/i18n/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { AccountChange } from './use-account-change.ts';

interface ChangeNoticeProps {
  readonly change: Pick<AccountChange, 'saved' | 'error'>;
  readonly saved?: string;
  /** Title of a failure; its reason is below it. */
  readonly failed: string;
}

/** How a change of the account went, in words. */
export function ChangeNotice({ change, saved, failed }: ChangeNoticeProps) {
  const { t } = useTranslation();
  if (change.saved) {
    return <Notice tone="good">{saved}</Notice>;
  }
  if (change.error === undefined) {
    return null;
  }
  if (isRefused(change.error, 'auth/requires-recent-login')) {
    return <Notice tone="bad">{t('account.errors.reAuthenticationRequired')}</Notice>;
  }
  return (
    <Notice tone="bad" title={failed}>
      {toText(change.error, t)}
    </Notice>
  );
}
