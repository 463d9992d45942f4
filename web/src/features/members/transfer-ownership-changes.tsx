import { useTranslation } from 'react-i18next';
import { Notice } from '../../shared/ui/notice.tsx';

const changes = ['decides', 'billing', 'stays'] as const;

/** Consequences of a transfer, shown before it. */
export function TransferOwnershipChanges() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="what-changes" className="grid gap-2">
      <h2 id="what-changes" className="text-label font-label">
        {t('ownership.whatChanges')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {changes.map((change) => (
          <li key={change}>{t(`ownership.changes.${change}`)}</li>
        ))}
      </ul>
      <Notice tone="warn">{t('ownership.warning')}</Notice>
    </section>
  );
}
