import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { type CardValues, digitsOf, toExpiry } from './card-values.ts';
import { TestCards } from './test-cards.tsx';

interface SandboxCardFieldsProps {
  readonly form: UseFormReturn<CardValues>;
}

/** The card as the sandbox takes it. */
export function SandboxCardFields({ form }: SandboxCardFieldsProps) {
  const { t } = useTranslation();
  const { register, setValue, getValues, clearErrors, formState } = form;
  const field = (name: keyof CardValues, isWrong: (text: string) => string | false) => ({
    ...register(name, { validate: (text) => isWrong(text) || true }),
    required: true,
    error: formState.errors[name]?.message,
  });

  function handleFill(number: string) {
    setValue('number', number);
    setValue('expiry', '12 / 34');
    setValue('cvc', '123');
    setValue('holder', getValues('holder').trim() || 'Ada Lovelace');
    clearErrors();
  }

  return (
    <div className="grid gap-5">
      <TestCards onFill={handleFill} />
      <TextField
        {...field('number', (text) => digitsOf(text) === '' && t('payment.card.numberMissing'))}
        label={t('payment.card.number')}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...field('expiry', (text) => !toExpiry(text) && t('payment.card.expiryWrong'))}
          label={t('payment.card.expiry')}
          placeholder={t('payment.card.expiryHint')}
          autoComplete="cc-exp"
          maxLength={12}
        />
        <TextField
          {...field('cvc', (text) => !/^\s*\d{3,4}\s*$/.test(text) && t('payment.card.cvcWrong'))}
          label={t('payment.card.cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={6}
        />
      </div>
      <TextField
        {...field('holder', (text) => text.trim() === '' && t('payment.card.holderMissing'))}
        label={t('payment.card.holder')}
        autoComplete="cc-name"
        maxLength={200}
      />
    </div>
  );
}
