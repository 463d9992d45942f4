import { useTranslation } from 'react-i18next';
import { describeDevice } from './describe-device.ts';

/** A user agent in words: "Firefox on Windows". */
export function useDeviceText(): (userAgent: string) => string {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = describeDevice(userAgent);
    if (browser && system) {
      return t('account.sessions.device', { browser, system });
    }
    return browser ?? system ?? t('account.sessions.unknownDevice');
  };
}
