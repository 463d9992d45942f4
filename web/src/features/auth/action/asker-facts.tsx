import { useTranslation } from 'react-i18next';
import { describeDevice } from '../../../shared/device/describe-device.ts';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import type { Asker } from './use-mailed-code.ts';

interface AskerFactsProps {
  readonly asker: Asker;
  /** Event that the link was made at. */
  readonly made: 'asked' | 'verified';
}

/** Facts by which a person knows their own account from a stranger's. */
export function AskerFacts({ asker, made }: AskerFactsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const facts = [
    [t('auth.action.asker.name'), asker.displayName ?? t('auth.action.asker.noName')],
    [t('auth.action.asker.opened'), formatDateTime(asker.createdAt, language)],
    [t(`auth.action.asker.${made}`), formatDateTime(asker.askedAt, language)],
    [t('auth.action.asker.device'), useDeviceName()(asker.userAgent ?? '')],
  ] as const;

  return (
    <dl className="grid gap-x-4 gap-y-2 rounded-card bg-sunken px-4 py-3 text-label sm:grid-cols-[auto_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="sm:contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = describeDevice(userAgent);
    if (browser && system) {
      return t('auth.action.asker.deviceOn', { browser, system });
    }
    return browser ?? system ?? t('auth.action.asker.unknownDevice');
  };
}
