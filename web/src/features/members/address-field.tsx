import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormField } from '../../shared/form/use-form.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { describeField } from '../../shared/ui/field.tsx';

export interface MarkedAddress {
  readonly address: string;
  readonly mark: 'good' | 'here' | 'wrong';
  /** Sentence about an address that is not good. */
  readonly why?: string;
}

interface AddressFieldProps {
  readonly field: FormField;
  readonly addresses: readonly MarkedAddress[];
  /** Gets a text that is typed or pasted to its end. */
  readonly onAdd: (text: string) => void;
  readonly onRemove: (address: string) => void;
}

/** A list of addresses that is written like one text; each is marked, and none gets lost. */
export function AddressField({ field, addresses, onAdd, onRemove }: AddressFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const afterPress = useAfterPress();
  const words = { label: t('invites.emails'), hint: t('invites.emailsHint'), error: field.error };

  function handOver() {
    const text = input.current?.value ?? '';
    if (text.trim() !== '') {
      onAdd(text);
    }
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const text = event.currentTarget.value;
    if (text.trim() !== '' && [',', ';', 'Enter'].includes(event.key)) {
      event.preventDefault();
      onAdd(text);
    }
    const last = addresses.at(-1);
    if (last && event.key === 'Backspace' && text === '') {
      onRemove(last.address);
    }
  }

  /** A field of one line would drop the line breaks. */
  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (/[,;<\s，；]/.test(text.trim())) {
      event.preventDefault();
      onAdd(`${event.currentTarget.value} ${text}`);
    }
  }

  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-label font-label">
        {words.label}
      </label>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the text begins typing; keys reach the input itself. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div
        onClick={({ target, currentTarget }) => target === currentTarget && input.current?.focus()}
        className="flex min-h-[84px] cursor-text flex-wrap content-start gap-1.5 rounded-control border border-line-strong bg-surface p-2 focus-within:border-accent focus-within:shadow-halo"
      >
        {addresses.length > 0 && (
          <ul aria-label={t('invites.addressList')} className="contents">
            {addresses.map((marked) => (
              <AddressChip key={marked.address} {...marked} onRemove={onRemove} />
            ))}
          </ul>
        )}
        <input
          {...field}
          {...describeField(id, words)}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onBlur={() => afterPress(handOver)}
          className="h-[30px] min-w-[120px] flex-1 bg-transparent text-body text-ink outline-none"
        />
      </div>
      <div id={`${id}-hint`} className="text-small leading-paragraph text-ink-2">
        {words.hint}
      </div>
      <div id={`${id}-error`} role="status" className="grid gap-1 text-small">
        {field.error && <Problem text={field.error} />}
        {addresses.map((marked) => (
          <Reason key={marked.address} {...marked} />
        ))}
      </div>
    </div>
  );
}

function Reason({ mark, why = '' }: MarkedAddress) {
  if (mark === 'wrong') {
    return <Problem text={why} />;
  }
  return why && <p className="wrap-anywhere text-ink-2">{why}</p>;
}

function Problem({ text }: { readonly text: string }) {
  return (
    <p className="flex gap-1.5 wrap-anywhere text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

const looks = {
  good: 'border-transparent bg-sunken text-ink',
  here: 'border-dashed border-line-strong bg-surface text-ink-2',
  wrong: 'border-transparent bg-bad-soft text-bad',
};

interface AddressChipProps extends MarkedAddress {
  readonly onRemove: (address: string) => void;
}

function AddressChip({ address, mark, onRemove }: AddressChipProps) {
  const { t } = useTranslation();
  return (
    <li
      className={classNames(
        'inline-flex h-[30px] max-w-full items-center rounded-[6px] border pl-2.5 text-label',
        looks[mark],
      )}
    >
      <span className="min-w-0 truncate" title={address}>
        {address}
      </span>
      <span className="sr-only">, {t(`invites.${mark}`)}</span>
      <button
        type="button"
        aria-label={t('invites.removeAddress', { address })}
        onClick={() => onRemove(address)}
        className="grid size-7 shrink-0 place-items-center rounded-control hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}

/** Does something once a press that is under way has ended: what moves while it is pressed does not get it. */
function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false);

  useEffect(() => {
    const note = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) {
      document.addEventListener(type, note, true);
    }
    return () => {
      for (const type of types) {
        document.removeEventListener(type, note, true);
      }
    };
  }, []);

  return (work) => {
    // A finger that is up already presses in the same turn.
    const later = () => void setTimeout(work);
    if (isPressed.current) {
      document.addEventListener('pointerup', later, { once: true });
    } else {
      later();
    }
  };
}
