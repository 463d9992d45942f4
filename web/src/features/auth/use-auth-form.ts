import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { type FieldErrors, findFieldErrors, focusFirst } from './field-errors.ts';

/** A form that keeps what was typed: checks its fields, sends them once, and shows what went wrong. */
export function useAuthForm(send: (values: Record<string, string>) => Promise<unknown>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const sending = useRef(false);

  async function submit(form: HTMLFormElement) {
    const errors = findFieldErrors(form, t);
    setFieldErrors(errors);
    setFailure(undefined);
    if (Object.keys(errors).length > 0) {
      focusFirst(form, errors);
      return;
    }

    sending.current = true;
    setBusy(true);
    try {
      await send(textsOf(form));
    } catch (error) {
      setFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!sending.current) {
      void submit(event.currentTarget);
    }
  }

  const problem = failure === undefined ? undefined : toText(failure, t);
  return { busy, problem, fieldErrors, handleSubmit };
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
