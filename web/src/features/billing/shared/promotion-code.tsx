import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { toPaymentText } from './payment-problem.ts';
import { sumText } from './use-cost-words.ts';
import type { AppliedCode, PromotionCodeState } from './use-promotion-code.ts';

interface PromotionCodeProps {
  readonly price: PricedPlan['price'];
  readonly code: PromotionCodeState;
}

/** A quiet question, then a field, then the discount. */
export function PromotionCode({ price, code }: PromotionCodeProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);

  if (code.applied) {
    return <Discount applied={code.applied} price={price} onRemove={code.remove} />;
  }
  return isOpen ? (
    <CodeField code={code} />
  ) : (
    <div>
      <Button variant="quiet" size="small" className="-mx-2.5" onClick={() => setIsOpen(true)}>
        {t('payment.code.ask')}
      </Button>
    </div>
  );
}

/** A form would be inside that of the payment, so Enter and the button apply the code by themselves. */
function CodeField({ code: { apply, busy, error } }: Pick<PromotionCodeProps, 'code'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useForm({ promotionCode: '' }, ({ promotionCode }) => ({
    promotionCode: !promotionCode.trim() && t('payment.code.missing'),
  }));
  const field = form.field('promotionCode');
  const { focus } = form;
  const refusal = error === undefined ? undefined : toPaymentText(error, t, language);

  // The button that opened the field is gone.
  useEffect(() => focus('promotionCode'), [focus]);

  function applyTyped() {
    const typed = form.submit();
    if (typed) {
      void apply(typed.promotionCode.trim());
    }
  }

  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        error={field.error ?? refusal}
        label={t('payment.code.label')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            applyTyped();
          }
        }}
      />
      <Button busy={busy} onClick={applyTyped}>
        {t('payment.code.apply')}
      </Button>
    </div>
  );
}

interface DiscountProps {
  readonly applied: AppliedCode;
  readonly price: PricedPlan['price'];
  readonly onRemove: () => void;
}

function Discount({ applied, price, onRemove }: DiscountProps) {
  const { t } = useTranslation();
  const toText = useDiscountText();
  return (
    <div role="status" className="flex items-start justify-between gap-3">
      <p className="text-small text-good tabular-nums wrap-anywhere">{toText(applied, price)}</p>
      <Button variant="quiet" size="small" className="-my-2 -me-2.5" onClick={onRemove}>
        {t('payment.code.remove')}
      </Button>
    </div>
  );
}

/** Writes "HALF: −$20.00, then $40.00 per month". */
function useDiscountText() {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const priceText = usePriceText();
  return (
    { promotion, discount, next, trialEnd }: AppliedCode,
    price: PricedPlan['price'],
  ): string => {
    const { code, duration, months, ends_at } = promotion;
    const off = sumText({ ...discount, amount: -discount.amount });
    const then = priceText(price, price.frequency);
    // Months that end with the first period, as three of them do in a year, are used up by the first charge.
    if (duration === 'once' || next.amount === price.amount) {
      return t('payment.code.once', { code, off, then });
    }
    const each = t(`subscription.pricePer.${price.frequency}`, { price: off });
    // Its months run in the trial too, so a number of them would promise more.
    if (duration === 'repeating' && trialEnd && ends_at) {
      const date = formatDate(ends_at, language, timeZone);
      return t('payment.code.until', { code, each, then, date });
    }
    return duration === 'repeating'
      ? t('payment.code.repeating', { code, each, then, count: months ?? 0 })
      : t('payment.code.forever', { code, each });
  };
}
