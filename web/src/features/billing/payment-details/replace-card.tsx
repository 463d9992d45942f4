import type { PaymentMethod } from '@hearth/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { isUnanswered } from '../../../shared/failure-title.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { AddCardFields } from '../card-fields/add-card-fields.tsx';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { useCardName } from '../shared/card-text.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { replacedCard } from './use-finished-setup.ts';
import { useReplaceCard } from './use-payment-methods.ts';

interface ReplaceCardProps {
  /** The default card. */
  readonly card: PaymentMethod['card'];
}

/** Asks for another card over the page, and charges that one from then on. */
export function ReplaceCard({ card }: ReplaceCardProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('payment.methods.replace')}
      </Button>
      {isOpen && <ReplaceCardDialog card={card} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface ReplaceCardDialogProps extends ReplaceCardProps {
  readonly onClose: () => void;
}

function ReplaceCardDialog({ card, onClose }: ReplaceCardDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const cardName = useCardName();
  const { subscription } = useCurrentSubscription();
  const adder = useRef<CardAdder>(null);
  const { busy, error, kept, replace } = useReplaceCard(onClose);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void replace(adder.current);
  }

  return (
    <Dialog
      isBelowBank
      title={t('payment.methods.replaceTitle', { card: cardName(card) })}
      description={t('payment.methods.replaceText')}
      onClose={() => !busy && onClose()}
    >
      <form noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
        {error !== undefined && (
          <RefusalNotice error={error} title={t('payment.methods.replaceError')}>
            {isUnanswered(error) ? t('payment.methods.lost') : toPaymentText(error, t, language)}
          </RefusalNotice>
        )}
        {kept ? (
          <p className="text-ink-2">{t('payment.methods.kept', { card: cardName(kept.card) })}</p>
        ) : (
          <AddCardFields ref={adder} returnTo={replacedCard(subscription.id)} />
        )}
        <DialogActions>
          <Button off={busy} onClick={onClose}>
            {t('payment.methods.cancelAdd')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {kept ? t('payment.methods.setDefault') : t('payment.methods.submitAdd')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
