import { getSignInMethods, type OutputOf } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { signInMethodsKey } from './use-get-user.ts';
import { useDeviceText } from './use-sessions.ts';

export type SignInMethods = OutputOf<typeof getSignInMethods>;
export type Factor = SignInMethods['second_factors'][number];

/** Everything that opens the account, with its times. */
export function useSignInMethods() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: signInMethodsKey(uid),
    queryFn: ({ signal }) => api.call(getSignInMethods, {}, { signal }),
    // A mailed link or another device may have changed them.
    staleTime: 0,
  });
}

/** When something was last signed in with, and where. */
export function useLastUseText(): (
  lastUse: SignInMethods['providers'][number]['last_use'],
) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const deviceText = useDeviceText();
  return (lastUse) =>
    lastUse
      ? t('secondFactor.lastUsedOn', {
          time: formatDateTime(lastUse.at, language),
          device: deviceText(lastUse.user_agent),
        })
      : '';
}
