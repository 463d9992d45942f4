import { type ComponentProps, type MouseEvent, useContext } from 'react';
import { classNames } from './class-names.ts';
import { ReadOnlyReason } from './read-only.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  /** At work: the spinner takes the label's place and the width stays. A button that can be busy changes something. */
  readonly busy?: boolean;
  /** Off, yet still reachable by keyboard, so that its reason can be read. */
  readonly off?: boolean;
}

/** Does something; a link that looks like it is `ButtonLink`. */
export function Button({ variant, size, busy, off = false, ...rest }: ButtonProps) {
  const { className, children, onClick, type = 'button', ...attributes } = rest;
  const waitsFor = useWait({ busy, type });
  const isOff = off || waitsFor !== undefined;
  const inert = busy || isOff;

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
      {...describeWait(waitsFor)}
      onClick={handleClick}
      className={classNames(
        buttonStyle({ ...(variant && { variant }), ...(size && { size }) }),
        isOff && 'opacity-50',
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

function describeWait(reason: string | undefined) {
  return reason === undefined ? {} : { title: reason, 'aria-description': reason };
}

/** Why the button has to wait, if it changes something; at work already it waits for nothing. */
function useWait({
  busy,
  type,
}: Pick<ButtonProps, 'type'> & { readonly busy: boolean | undefined }): string | undefined {
  const reason = useContext(ReadOnlyReason);
  const changesSomething = busy === false || (!busy && type === 'submit');
  return changesSomething ? reason : undefined;
}

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'small' | 'medium' | 'wide';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-label no-underline select-none transition-[color,background-color,border-color,opacity] duration-150 ease-out aria-disabled:cursor-not-allowed [&>svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink not-aria-disabled:hover:bg-accent-hover not-aria-disabled:active:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink not-aria-disabled:hover:bg-sunken',
  quiet:
    'border-transparent bg-transparent text-ink-2 not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink',
  danger:
    'border-[color-mix(in_srgb,var(--bad)_35%,var(--line))] bg-surface text-bad not-aria-disabled:hover:bg-bad-soft',
};

/** All of them are at least 38 px high, so that a thumb can hit them. A wide one wraps: a plan's name may be long. */
const sizes: Record<ButtonSize, string> = {
  small: 'h-[38px] px-2.5 text-small whitespace-nowrap',
  medium: 'h-[38px] px-3.5 text-label whitespace-nowrap',
  wide: 'min-h-[42px] w-full px-3.5 py-1.5 text-center text-label',
};

/** Classes of anything that looks like a button. */
export function buttonStyle({ variant = 'secondary', size = 'medium' }: ButtonLook): string {
  return classNames(base, variants[variant], sizes[size]);
}

/** Silent for screen readers; the part that shows it says what is going on. */
export function Spinner({ className }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={classNames('size-[18px] animate-spin', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="9" opacity=".25" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}
