import { type FormEvent, lazy, Suspense, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { FieldsSkeleton } from '../card-fields/fields-skeleton.tsx';
import { SandboxAddCard } from '../card-fields/sandbox-add-card.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useAddPaymentMethod } from './use-payment-methods.ts';

const StripeAddCard = lazy(async () => {
  const { StripeAddCard } = await import('../card-fields/stripe-add-card.tsx');
  return { default: StripeAddCard };
});

/** Takes another card; keeps what was typed when it is refused. */
export function AddCardForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const { provider } = useConfig().payments;
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
            {toPaymentText(error, t, language)}
          </RefusalNotice>
        )}
        {provider === 'stripe' ? (
          <Suspense fallback={<FieldsSkeleton />}>
            <StripeAddCard ref={adder} />
          </Suspense>
        ) : (
          <SandboxAddCard ref={adder} />
        )}
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
