import type { TFunction } from 'i18next';

const names = ['displayName', 'email', 'password', 'confirmPassword'] as const;
type FieldName = (typeof names)[number];

export type FieldErrors = Partial<Record<FieldName, string>>;

/** The browser's own checks, in the language of the page instead of the browser's. */
export function findFieldErrors(form: HTMLFormElement, t: TFunction): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of names) {
    const input = form.elements.namedItem(name);
    const error = input instanceof HTMLInputElement ? sentenceFor(name, input, t) : undefined;
    if (error) {
      errors[name] = error;
    }
  }
  return errors;
}

function sentenceFor(name: FieldName, input: HTMLInputElement, t: TFunction): string | undefined {
  if (input.required && input.value.trim() === '') {
    return t(`auth.missing.${name}`);
  }
  if (input.validity.typeMismatch) {
    return t('auth.invalidEmail');
  }
  if (input.minLength > 0 && input.value.length < input.minLength) {
    return t('auth.tooShort', { count: input.minLength });
  }
  return undefined;
}

export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const first = names.find((name) => errors[name]);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) {
    input.focus();
  }
}
