import './style-nonce.ts';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** One question that names the thing. */
  readonly title: string;
  /** What will happen. */
  readonly description?: string;
  readonly children?: ReactNode;
  /** The safe answer first, so that the first Tab finds it. */
  readonly actions: ReactNode;
}

export function Dialog({ open, onClose, title, description, children, actions }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 animate-fade gap-5 overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-pop"
        >
          <div className="grid gap-1.5">
            <Radix.Title className="text-card font-card">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-ink-2">{description}</Radix.Description>
            )}
          </div>
          {children}
          <div className="flex flex-wrap justify-end gap-2">{actions}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
