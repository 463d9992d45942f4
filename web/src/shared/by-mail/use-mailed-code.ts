import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../api/use-change.ts';
import { isRefused } from '../api-error.ts';
import { useForm } from '../form/use-form.ts';
import { toText } from '../i18n/index.ts';

/** Form of the code that was mailed. */
export function useMailedCode(send: (code: string) => Promise<unknown>) {
  const { t } = useTranslation();
  const { busy, error, run } = useChange();
  const { field, focus, submitTo } = useForm({ mailedCode: '' }, ({ mailedCode }) => ({
    mailedCode: mailedCode.trim() === '' && t('auth.byMail.codeMissing'),
  }));

  useEffect(() => {
    focus('mailedCode');
    const { activeElement: input } = document;
    if (error !== undefined && input instanceof HTMLInputElement) {
      // The next code replaces the one that was not taken.
      input.select();
    }
  }, [focus, error]);

  const isWrong = isRefused(error, 'auth/invalid-verification-code');
  const refusal = isWrong ? t('auth.byMail.codeWrong') : toText(error, t);
  return {
    busy,
    problem: error === undefined ? undefined : refusal,
    handleSubmit: submitTo(({ mailedCode }) => run(() => send(mailedCode))),
    /** Sends with Enter or the button only: a form that sends itself would use up a try for a mistyped last digit. */
    field: {
      ...field('mailedCode'),
      label: t('auth.byMail.code'),
      hint: t('auth.byMail.codeHint'),
      autoComplete: 'one-time-code',
      inputMode: 'numeric',
      spellCheck: false,
      required: true,
    } as const,
  };
}
