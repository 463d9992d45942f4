import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { describeField, Field, type FieldWords, inputStyle } from './field.tsx';

type FileFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & FieldWords;

/** Takes a file, with its label. The browser names its button and the file that was chosen. */
export function FileField({ label, hint, error, ...input }: FileFieldProps) {
  const id = useId();
  const words = { label, hint, error };
  return (
    <Field id={id} {...words}>
      <input
        {...input}
        {...describeField(id, words)}
        type="file"
        id={id}
        // To CSS every file field is read-only.
        className={classNames(
          inputStyle,
          'py-2 enabled:bg-surface file:mr-3 file:font-label file:text-accent',
        )}
      />
    </Field>
  );
}
