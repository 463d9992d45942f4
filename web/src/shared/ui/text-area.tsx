import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { describeField, Field, type FieldWords, inputStyle } from './field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & FieldWords;

/** A text of several lines, with its label. It grows when its lower edge is pulled. */
export function TextArea({ label, hint, error, rows = 4, ...area }: TextAreaProps) {
  const id = useId();
  const words = { label, hint, error };
  return (
    <Field id={id} {...words}>
      <textarea
        rows={rows}
        {...area}
        {...describeField(id, words)}
        id={id}
        className={classNames(inputStyle, 'h-auto! py-2 leading-paragraph')}
      />
    </Field>
  );
}
