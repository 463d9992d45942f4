import { type ComponentProps, useId } from 'react';
import { describeField, Field, type FieldWords, inputStyle } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & FieldWords;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const words = { label, hint, error };
  return (
    <Field id={id} {...words}>
      <input type="text" {...input} {...describeField(id, words)} id={id} className={inputStyle} />
    </Field>
  );
}
