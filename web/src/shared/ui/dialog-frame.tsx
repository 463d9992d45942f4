import './style-nonce.ts';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useState } from 'react';

export interface DialogProps {
  readonly title: string;
  /** The question, or what will happen. */
  readonly description: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** True if a bank may ask over it, in a frame of the payment provider, which has to get clicks and the focus. */
  readonly isBelowBank?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog with its behaviour: keeps the focus, closes on Esc, gives the focus back. */
export function DialogFrame({
  title,
  description,
  role = 'dialog',
  isBelowBank = false,
  onClose,
  children,
}: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useInertPage(isBelowBank);

  function returnFocus(event: Event) {
    event.preventDefault();
    if (opener instanceof HTMLElement) {
      opener.focus();
    }
  }

  return (
    <Radix.Root open modal={!isBelowBank} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {isBelowBank ? <div className={scrimStyle} /> : <Radix.Overlay className={scrimStyle} />}
        <Radix.Content
          role={role}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => isBelowBank && event.preventDefault()}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto grid grid-cols-1 max-h-[calc(100dvh-32px)] max-w-[440px] -translate-y-1/2 animate-appear gap-5 overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-pop sm:p-6"
        >
          <div className="grid grid-cols-1 gap-1">
            <Radix.Title className="text-card font-card">{title}</Radix.Title>
            <Radix.Description asChild>
              <p className="wrap-anywhere text-ink-2">{description}</p>
            </Radix.Description>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const scrimStyle = 'fixed inset-0 z-40 animate-fade bg-scrim';

/** Keeps clicks and the focus out of the page, but not out of what is put beside it. */
function useInertPage(isOn: boolean) {
  useLayoutEffect(() => {
    const page = document.getElementById('root');
    if (page && isOn) {
      page.inert = true;
      return () => {
        page.inert = false;
      };
    }
  }, [isOn]);
}
