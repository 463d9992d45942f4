import { useTranslation } from 'react-i18next';
import { useDeviceText } from '../../shared/device/use-device-text.ts';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import type { SignInMethods } from './use-sign-in-methods.ts';

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
