import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { describeField, Field, type FieldWords, inputStyle } from './field.tsx';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className'> & FieldWords;

/** The browser's own dropdown, which every keyboard and phone knows. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  const id = useId();
  const words = { label, hint, error };
  return (
    <Field id={id} {...words}>
      <select
        {...select}
        {...describeField(id, words)}
        id={id}
        // To CSS every select is read-only.
        className={classNames(inputStyle, 'enabled:bg-surface disabled:text-ink-3')}
      />
    </Field>
  );
}
