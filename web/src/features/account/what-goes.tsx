import { useTranslation } from 'react-i18next';

const parts = ['profile', 'memberships', 'invites', 'sessions'] as const;

/** Lists what is deleted with an account. */
export function WhatGoes() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="what-goes" className="grid gap-2">
      <h2 id="what-goes" className="text-card font-card">
        {t('account.deleteAccount.whatGoes')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {parts.map((part) => (
          <li key={part}>{t(`account.deleteAccount.goes.${part}`)}</li>
        ))}
      </ul>
      <p className="text-small leading-paragraph text-ink-2">{t('account.deleteAccount.stays')}</p>
    </section>
  );
}
