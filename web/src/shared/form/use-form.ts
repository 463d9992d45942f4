import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { typedTexts } from './typed-texts.ts';

type Values<Name extends string> = Readonly<Record<Name, string>>;

/** A sentence for each field that is wrong. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string | false | undefined>>;

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The text fields of a form, which keep what was typed. After a submit with wrong fields each of these says what is
 * wrong until it is right.
 */
export function useForm<Name extends string>(
  given: Values<Name>,
  check: (values: Values<Name>) => FieldErrors<Name> = () => ({}),
) {
  const [initial] = useState(given);
  // After the session ended and the person signed in again, what was typed is there still.
  const [shown] = useState(() => ({ ...given, ...typedTexts.take(Object.keys(given)) }));
  const [values, setValues] = useState<Values<Name>>(shown);
  const [isChecked, setIsChecked] = useState(false);
  const inputs = useRef(new Map<Name, Input>());
  const names = Object.keys(initial) as Name[];
  const errors: FieldErrors<string> = isChecked ? check(values) : {};

  const noteSent = useTypedTexts(initial, values);

  const focus = useCallback((name: Name) => inputs.current.get(name)?.focus(), []);

  function field(name: Name) {
    return {
      name,
      defaultValue: shown[name],
      error: errors[name] || undefined,
      onChange({ target }: { readonly target: Input }) {
        noteSent(false);
        setValues((before) => ({ ...before, [name]: target.value }));
      },
      ref(input: Input | null) {
        if (input) {
          inputs.current.set(name, input);
        }
      },
    };
  }

  /** Writes into fields as if it were typed. */
  function fill(texts: Partial<Values<Name>>) {
    setValues((before) => ({ ...before, ...texts }));
    for (const [name, text] of Object.entries<string | undefined>(texts)) {
      const input = inputs.current.get(name as Name);
      if (input && text !== undefined) {
        input.value = text;
      }
    }
  }

  /** Everything typed if all is right; otherwise the first wrong field takes the focus. */
  function submit(): Values<Name> | undefined {
    // Read from the page: some password managers fill in fields without an event.
    const typed: Record<Name, string> = { ...values };
    for (const [name, input] of inputs.current) {
      typed[name] = input.value;
    }
    const wrong = check(typed);
    const first = names.find((name) => wrong[name]);
    setValues(typed);
    setIsChecked(first !== undefined);
    if (first === undefined) {
      noteSent(true);
      return typed;
    }
    focus(first);
    return undefined;
  }

  /** Handler of a form element; sends only what is right. */
  function submitTo(send: (values: Values<Name>) => Promise<void>) {
    return (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const typed = submit();
      if (typed) {
        void send(typed);
      }
    };
  }

  return { values, field, focus, fill, submit, submitTo };
}

/** Lets the page know what is typed and not saved. */
function useTypedTexts<Name extends string>(initial: Values<Name>, values: Values<Name>) {
  const latest = useRef({ initial, values, isSent: false });

  useEffect(() => {
    latest.current.values = values;
  }, [values]);

  useEffect(() => {
    const { current } = latest;
    return typedTexts.register({
      names: Object.keys(current.initial),
      unsaved() {
        const texts = Object.entries<string>(current.values);
        const changed = texts.filter(([name, text]) => text !== current.initial[name as Name]);
        return current.isSent ? {} : Object.fromEntries(changed);
      },
      markUnsent() {
        current.isSent = false;
      },
    });
  }, []);

  return (isSent: boolean) => {
    latest.current.isSent = isSent;
  };
}

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>;

/** Goes into a text field, a password field or a select field. */
export type FormField = ReturnType<Form<string>['field']>;
