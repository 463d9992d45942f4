import type { TypedCard } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { type Form, useForm } from '../../../shared/form/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { PaymentProblem } from '../shared/payment-problem.ts';

/** Checks only how the fields are filled in; whether the card has expired is for the provider to say. */
export function useSandboxCardForm() {
  const { t } = useTranslation();
  return useForm({ number: '', expiry: '', cvc: '', holder: '' }, (typed) => ({
    number: digitsOf(typed.number) === '' && t('payment.card.numberMissing'),
    expiry: !toExpiry(typed.expiry) && t('payment.card.expiryWrong'),
    cvc: !/^\s*\d{3,4}\s*$/.test(typed.cvc) && t('payment.card.cvcWrong'),
    holder: typed.holder.trim() === '' && t('payment.card.holderMissing'),
  }));
}

interface SandboxCardFieldsProps {
  readonly form: Form<keyof CardValues>;
}

/** The card as the sandbox takes it. */
export function SandboxCardFields({ form }: SandboxCardFieldsProps) {
  const { t } = useTranslation();
  const { field, values, fill } = form;

  function handleFill(number: string) {
    const holder = values.holder.trim() || 'Ada Lovelace';
    fill({ number, expiry: '12 / 34', cvc: '123', holder });
  }

  return (
    <div className="grid gap-5">
      <TestCards onFill={handleFill} />
      <TextField
        {...field('number')}
        label={t('payment.card.number')}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
        required
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...field('expiry')}
          label={t('payment.card.expiry')}
          placeholder={t('payment.card.expiryHint')}
          autoComplete="cc-exp"
          maxLength={12}
          required
        />
        <TextField
          {...field('cvc')}
          label={t('payment.card.cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={6}
          required
        />
      </div>
      <TextField
        {...field('holder')}
        label={t('payment.card.holder')}
        autoComplete="cc-name"
        maxLength={200}
        required
      />
    </div>
  );
}

/** Texts of the sandbox's card fields. */
export interface CardValues {
  readonly number: string;
  /** MM / YY, or MM / YYYY. */
  readonly expiry: string;
  readonly cvc: string;
  readonly holder: string;
}

function toExpiry(text: string): { readonly month: number; readonly year: number } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*[/／-]?\s*(\d{2}|\d{4})\s*$/.exec(text) ?? [];
  const found = { month: Number(month), year: Number(year) };
  if (!month || found.month < 1 || found.month > 12) {
    return undefined;
  }
  return { ...found, year: found.year < 100 ? 2000 + found.year : found.year };
}

export function toSandboxCard({ number, expiry, cvc, holder }: CardValues): TypedCard {
  const { month, year } = toExpiry(expiry) ?? { month: 0, year: 0 };
  return {
    number: digitsOf(number),
    exp_month: month,
    exp_year: year,
    cvc: cvc.trim(),
    name: holder.trim(),
  };
}

function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}

const cards = [
  { number: '4242 4242 4242 4242', what: 'works' },
  { number: '4000 0000 0000 0002', what: 'declined' },
  { number: '4000 0000 0000 9995', what: 'noFunds' },
  { number: '4000 0027 6000 3184', what: 'asks' },
] as const;

interface TestCardsProps {
  readonly onFill: (number: string) => void;
}

/** The cards that the sandbox knows, each filled in by one click. */
function TestCards({ onFill }: TestCardsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2 rounded-card border border-line bg-sunken px-4 py-3.5">
      <p className="text-label">
        <strong className="font-card">{t('payment.testCards.title')}</strong>{' '}
        <span className="text-ink-2">{t('payment.testCards.text')}</span>
      </p>
      <ul className="grid gap-1">
        {cards.map(({ number, what }) => (
          <li key={number} className="-ml-2.5 flex flex-wrap items-center gap-x-1">
            <Button
              variant="quiet"
              size="small"
              aria-label={t('payment.testCards.fill', {
                number,
                what: t(`payment.testCards.${what}`),
              })}
              onClick={() => onFill(number)}
            >
              <span className="font-mono text-ink">{number}</span>
            </Button>
            <span aria-hidden="true" className="pl-2.5 text-small text-ink-2 max-sm:-mt-2">
              {t(`payment.testCards.${what}`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Everything typed; throws the sentence where a field is wrong, and the fields say which. */
export function requireFilledIn<Name extends string>(
  form: Form<Name>,
  sentence: string,
): Readonly<Record<Name, string>> {
  const typed = form.submit();
  if (!typed) {
    throw new PaymentProblem(sentence);
  }
  return typed;
}
