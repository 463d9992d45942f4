import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FieldProps extends FieldWords {
  readonly id: string;
  readonly children: ReactNode;
}

/** Label above, help and error below. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-label font-label">
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="text-small leading-paragraph text-ink-2">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="flex animate-appear gap-1.5 text-small text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Ties an input to its help and its error for those who hear the page. */
export function describeField(id: string, { hint, error }: FieldWords) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined };
}

export const inputStyle =
  'h-[42px] w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-body text-ink transition-[border-color,box-shadow] duration-150 ease-out placeholder:text-ink-3 hover:border-ink-3 focus:border-accent focus:shadow-halo focus:outline-2 focus:outline-transparent aria-invalid:border-bad read-only:bg-sunken';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & FieldWords;

/** A text of one line, with its label. `type`, `autoComplete` and the like are those of an input. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const words = { label, hint, error };
  return (
    <Field id={id} {...words}>
      <input type="text" {...input} {...describeField(id, words)} id={id} className={inputStyle} />
    </Field>
  );
}
