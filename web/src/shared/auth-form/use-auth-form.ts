import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWordsFor, toText } from '../i18n/index.ts';
import { type FieldErrors, findFieldErrors, focusFirst, toSentences } from './field-errors.ts';

type Values = Readonly<Record<string, string>>;

/** A form that keeps what was typed: checks its fields, sends them once, and shows what went wrong. */
export function useAuthForm(
  send: (values: Values) => Promise<unknown>,
  /** Rules that the browser does not know. */
  check: (values: Values) => FieldErrors = () => ({}),
) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const sending = useRef(false);

  async function submit(form: HTMLFormElement) {
    const values = textsOf(form);
    const errors = { ...check(values), ...findFieldErrors(form) };
    setFieldErrors(errors);
    setFailure(undefined);
    if (Object.keys(errors).length > 0) {
      focusFirst(form, errors);
      return;
    }

    sending.current = true;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      await loadWordsFor(error);
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
  return { busy, problem, failure, fieldErrors: toSentences(fieldErrors, t), handleSubmit };
}

function textsOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
