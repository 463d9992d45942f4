import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/is-refused.ts';
import { toText } from '../../shared/i18n/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { ChangeNotice } from './change-notice.tsx';
import type { ChangeProviders } from './use-change-providers.ts';

/** Why a provider was not linked or unlinked; a person who turned back at the provider is told calmly. */
export function ProviderProblem({ problem }: Pick<ChangeProviders, 'problem'>) {
  const { t } = useTranslation();
  if (!problem) {
    return null;
  }
  const { of, error } = problem;
  if (isRefused(error, 'auth/sign-in-cancelled')) {
    return <Notice tone="info">{toText(error, t)}</Notice>;
  }
  const failed =
    of === 'link' ? t('account.errors.providerLinkError') : t('account.errors.providerUnlinkError');
  return <ChangeNotice change={{ saved: false, error }} failed={failed} />;
}
