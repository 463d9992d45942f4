import type { PaymentMethod } from '@hearth/contract';
import CreditCard from 'lucide-react/icons/credit-card';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { cardExpiry } from '../payment/card-text.ts';
import { useCardName } from './use-card-name.ts';

interface PaymentMethodRowProps {
  readonly method: PaymentMethod;
  readonly busy: boolean;
  /** Nothing can be changed now, or at all. */
  readonly off: boolean;
  readonly onSetDefault: () => void;
  readonly onDelete: () => void;
}

export function PaymentMethodRow({ method, busy, off, ...on }: PaymentMethodRowProps) {
  const { t } = useTranslation();
  const name = useCardName()(method.card);

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <CreditCard aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
      <div className="grid min-w-0 flex-[1_1_200px] gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-label tabular-nums">
          {name}
          {method.isDefault && <Badge>{t('payment.methods.default')}</Badge>}
        </span>
        <span className="text-small wrap-anywhere text-ink-2 tabular-nums">
          {t('payment.methods.expires', { expiry: cardExpiry(method.card) })}
          {method.name && ` · ${method.name}`}
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
          off={off || busy}
          aria-label={t('payment.methods.deleteNamed', { card: name })}
          onClick={on.onDelete}
        >
          {t('payment.methods.delete')}
        </Button>
      </div>
    </li>
  );
}
