import { type FormEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnanswered } from '../../../shared/failure-title.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { AddCardFields } from '../card-fields/add-card-fields.tsx';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useAddPaymentMethod } from './use-payment-methods.ts';

/** Takes another card; keeps what was typed when it is refused. */
export function AddCardForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const adder = useRef<CardAdder>(null);
  const { busy, error, add } = useAddPaymentMethod(onClose);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (adder.current) {
      void add(adder.current);
    }
  }

  return (
    <SectionCard id={id} title={t('payment.methods.addTitle')}>
      <form noValidate onSubmit={handleSubmit} className="grid max-w-[560px] gap-5">
        <p className="text-ink-2">{t('payment.methods.addText')}</p>
        {error !== undefined && (
          <RefusalNotice error={error} title={t('payment.methods.paymentMethodAddError')}>
            {isUnanswered(error) ? t('payment.methods.lost') : toPaymentText(error, t, language)}
          </RefusalNotice>
        )}
        <AddCardFields ref={adder} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {t('payment.methods.submitAdd')}
          </Button>
          <Button off={busy} onClick={onClose}>
            {t('payment.methods.cancelAdd')}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
