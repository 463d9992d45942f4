import { findEmail, isBlank } from '@hearth/contract';
import type { TFunction } from 'i18next';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useChange } from '../api/use-change.ts';
import { type FieldErrors, useForm } from '../form/use-form.ts';
import { toText } from '../i18n/index.ts';

type FieldName = 'displayName' | 'email' | 'password' | 'confirmPassword';
type Values<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Form of a public screen. All its fields are required. Only the address may be filled in at first: from the page
 * before, or from a mailed link.
 */
export function useAuthForm<Name extends FieldName>(
  names: readonly Name[],
  send: (values: Values<Name>) => Promise<unknown>,
  check?: (values: Values<NoInfer<Name>>) => FieldErrors<NoInfer<Name>>,
) {
  const { t } = useTranslation();
  const { busy, error: failure, run, forgetError } = useChange();
  const { state, search } = useLocation();
  const email = state?.email ?? new URLSearchParams(search).get('email');
  const carried: Readonly<Record<string, unknown>> = { email };
  const given = names.map((name) => [name, String(carried[name] ?? '')]);
  const { values, field, submitTo } = useForm(
    Object.fromEntries(given) as Values<Name>,
    (typed) => ({
      ...check?.(typed),
      ...findMissing(typed, t),
    }),
  );

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    forgetError();
    submitTo((typed) => run(() => send(typed)))(event);
  }

  const problem = failure === undefined ? undefined : toText(failure, t);
  return { busy, problem, failure, values, field, handleSubmit };
}

function findMissing(typed: Values<string>, t: TFunction): FieldErrors<string> {
  const errors: FieldErrors<FieldName> = {};
  for (const [name, text] of Object.entries(typed)) {
    if (isBlank(text)) {
      errors[name as FieldName] = t(`auth.missing.${name as FieldName}`);
    } else if (name === 'email' && !isAddress(text)) {
      errors.email = t('auth.invalidEmail');
    }
  }
  return errors;
}

/** The browser's own rule also takes addresses that no new account may have, but an older one has. */
function isAddress(text: string): boolean {
  if (findEmail(text) !== undefined) {
    return true;
  }
  const input = document.createElement('input');
  input.type = 'email';
  input.value = text;
  return input.validity.valid;
}
