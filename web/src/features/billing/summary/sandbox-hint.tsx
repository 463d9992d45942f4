import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { paths } from '../../../shared/paths.ts';
import { TextLink } from '../../../shared/ui/text-link.tsx';

/** Where the sandbox takes the money of local mode, time can be moved too. */
export function SandboxHint() {
  const { t } = useTranslation();
  const { localMode, payments } = useConfig();
  return (
    localMode &&
    payments.provider === 'sandbox' && (
      <p className="text-small text-ink-2">
        {t('clock.hint')} <TextLink to={paths.clock}>{t('clock.hintLink')}</TextLink>
      </p>
    )
  );
}
