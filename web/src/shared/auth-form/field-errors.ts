import type { TFunction } from 'i18next';

const names = ['displayName', 'email', 'password', 'confirmPassword'] as const;
type FieldName = (typeof names)[number];

/** Words come when the page is drawn, in its language of then. */
type Sentence = (t: TFunction) => string;

export type FieldErrors = Partial<Record<FieldName, Sentence>>;

/** The browser's own checks, in the language of the page instead of the browser's. */
export function findFieldErrors(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of names) {
    const input = form.elements.namedItem(name);
    const error = input instanceof HTMLInputElement ? sentenceFor(name, input) : undefined;
    if (error) {
      errors[name] = error;
    }
  }
  return errors;
}

function sentenceFor(name: FieldName, input: HTMLInputElement): Sentence | undefined {
  if (input.required && input.value.trim() === '') {
    return (t) => t(`auth.missing.${name}`);
  }
  if (input.validity.typeMismatch) {
    return (t) => t('auth.invalidEmail');
  }
  const { minLength: count } = input;
  if (count > 0 && input.value.length < count) {
    return (t) => t('auth.tooShort', { count });
  }
  return undefined;
}

export function toSentences(errors: FieldErrors, t: TFunction): Partial<Record<FieldName, string>> {
  return Object.fromEntries(Object.entries(errors).map(([name, say]) => [name, say(t)]));
}

export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const first = names.find((name) => errors[name]);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) {
    input.focus();
  }
}
