import type { PaymentMethod } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { DeleteCardDialog } from './delete-card-dialog.tsx';
import { PaymentMethodRow } from './payment-method-row.tsx';
import { useSetDefaultPaymentMethod } from './use-set-default-payment-method.ts';

interface PaymentMethodListProps {
  readonly methods: readonly PaymentMethod[];
  /** Cards that stay as they are. */
  readonly isFixed: boolean;
}

export function PaymentMethodList({ methods, isFixed }: PaymentMethodListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setDefault, busyId, error } = useSetDefaultPaymentMethod();
  const [doomed, setDoomed] = useState<PaymentMethod>();

  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('payment.methods.setDefaultError')}>
          {toServerText(error, t, language)}
        </RefusalNotice>
      )}
      <Card>
        <ul aria-label={t('payment.methods.list')} className="divide-y divide-line">
          {methods.map((method) => (
            <PaymentMethodRow
              key={method.id}
              method={method}
              busy={busyId === method.id}
              off={isFixed || (busyId !== undefined && busyId !== method.id)}
              onSetDefault={() => setDefault(method)}
              onDelete={() => setDoomed(method)}
            />
          ))}
        </ul>
      </Card>
      {doomed && <DeleteCardDialog method={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}
