import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { BusinessFields, type BusinessForm } from './business-fields.tsx';

interface BusinessCardProps {
  readonly form: BusinessForm;
  /** ISO 3166-1 alpha-2, of the address. */
  readonly country: string;
}

/** The fields of a business beside card and address, for a taxed purchase. */
export function BusinessCard({ form, country }: BusinessCardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <SectionCard id={id} title={t('payment.business.title')}>
      <BusinessFields form={form} country={country} />
    </SectionCard>
  );
}
