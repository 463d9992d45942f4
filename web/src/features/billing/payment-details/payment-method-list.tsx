import { isolate, type PaymentMethod } from '@hearth/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardMark } from '../../../shared/card-mark.tsx';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { toFailureTitle } from '../../../shared/failure-title.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { cardExpiry, useCardName } from '../shared/card-text.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useDeletePaymentMethod, useSetDefaultPaymentMethod } from './use-payment-methods.ts';

interface PaymentMethodListProps {
  readonly methods: readonly PaymentMethod[];
  /** Cards that stay as they are. */
  readonly isFixed: boolean;
}

export function PaymentMethodList({ methods, isFixed }: PaymentMethodListProps) {
  const { t } = useTranslation();
  const isNeeded = useNeedsCard() && methods.length === 1 && !isFixed;
  const isOver = useCurrentSubscription().subscription.status === 'canceled';
  const language = useLanguage();
  const { setDefault, busyId, error } = useSetDefaultPaymentMethod();
  const [doomed, setDoomed] = useState<PaymentMethod>();

  return (
    <>
      {error !== undefined && (
        <RefusalNotice error={error} title={t('payment.methods.setDefaultError')}>
          {toPaymentText(error, t, language)}
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
              canDelete={(!isFixed || isOver) && busyId === undefined}
              isNeeded={isNeeded}
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

/** Whether the server refuses to remove the last card: of a project that renews at a price. */
function useNeedsCard(): boolean {
  const { subscription, plan } = useCurrentSubscription();
  return plan?.free !== true && subscription.status !== 'incomplete';
}

interface PaymentMethodRowProps {
  readonly method: PaymentMethod;
  readonly busy: boolean;
  /** True if nothing can be chosen, now or ever. */
  readonly off: boolean;
  /** Also of an ended project, since nothing charges its cards. */
  readonly canDelete: boolean;
  /** The project cannot be without it. */
  readonly isNeeded: boolean;
  readonly onSetDefault: () => void;
  readonly onDelete: () => void;
}

function PaymentMethodRow({
  method,
  busy,
  off,
  canDelete,
  isNeeded,
  ...on
}: PaymentMethodRowProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const name = useCardName()(method.card);

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <CardMark brand={method.card.brand} />
      <div className="grid min-w-0 flex-[1_1_160px] gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-label tabular-nums">
          {name}
          {method.isDefault && <Badge>{t('payment.methods.default')}</Badge>}
        </span>
        <span className="text-small wrap-anywhere text-ink-2 tabular-nums">
          {t('payment.methods.expires', { expiry: cardExpiry(method.card) })}
          {method.name && ` · ${isolate(method.name)}`}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {!method.isDefault && (
          <Button
            size="small"
            busy={busy}
            off={off}
            aria-label={t('payment.methods.setDefaultNamed', { card: name })}
            onClick={on.onSetDefault}
          >
            {t('payment.methods.setDefault')}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          off={!canDelete || isNeeded}
          aria-label={t('payment.methods.deleteNamed', { card: name })}
          aria-describedby={isNeeded ? reasonId : undefined}
          onClick={on.onDelete}
        >
          {t('payment.methods.delete')}
        </Button>
      </div>
      {isNeeded && (
        <p id={reasonId} className="w-full text-small text-ink-2">
          {t('payment.methods.lastCard')}
        </p>
      )}
    </li>
  );
}

interface DeleteCardDialogProps {
  readonly method: PaymentMethod;
  readonly onClose: () => void;
}

/** Asks before a card is deleted. */
function DeleteCardDialog({ method, onClose }: DeleteCardDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useCardName()(method.card);
  const { busy, error, remove } = useDeletePaymentMethod(method, onClose);

  return (
    <ConfirmDialog
      title={t('payment.methods.deleteTitle', { card: name })}
      confirm={t('payment.methods.delete')}
      busy={busy}
      problemTitle={toFailureTitle(error, t('payment.methods.deleteCardError'), t)}
      problem={error === undefined ? undefined : toServerText(error, t, language)}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {method.isDefault ? t('payment.methods.deleteDefaultText') : t('payment.methods.deleteText')}
    </ConfirmDialog>
  );
}
