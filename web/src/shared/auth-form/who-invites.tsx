import { useTranslation } from 'react-i18next';
import { useConfig } from '../config/index.ts';

/** Says who can let an address in that may have no account here. */
export function WhoInvites() {
  const { t } = useTranslation();
  const { signUp = 'open', brand } = useConfig();
  const support = brand?.support;
  return (
    <>
      {t(`auth.admission.${signUp}`)}
      {support && (
        <a
          href={`mailto:${support}`}
          rel="noopener"
          className="mt-1 block font-label text-accent hover:underline"
        >
          {t('auth.admission.support', { support })}
        </a>
      )}
    </>
  );
}
