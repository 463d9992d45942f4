import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonLook, buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  /** At work: the spinner takes the label's place and the width stays. */
  readonly busy?: boolean;
  /** Off, yet still reachable by keyboard, so that its reason can be read. */
  readonly off?: boolean;
}

export function Button({ variant, size, busy = false, off = false, ...rest }: ButtonProps) {
  const { className, children, onClick, type = 'button', ...attributes } = rest;
  const inert = busy || off;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (inert) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...attributes}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={inert || undefined}
      onClick={handleClick}
      className={classNames(
        buttonStyle({ ...(variant && { variant }), ...(size && { size }) }),
        off && 'opacity-50',
        className,
      )}
    >
      <span className={classNames('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
