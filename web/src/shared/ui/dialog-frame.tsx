import './style-nonce.ts';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

export interface DialogProps {
  readonly title: string;
  /** The question, or what will happen. */
  readonly description: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog with its behaviour: keeps the focus, closes on Esc, gives the focus back. */
export function DialogFrame({
  title,
  description,
  role = 'dialog',
  onClose,
  children,
}: DialogProps) {
  const opener = useRef<Element>(null);

  function rememberOpener() {
    opener.current = document.activeElement;
  }

  function returnFocus(event: Event) {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) {
      opener.current.focus();
    }
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          role={role}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
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
