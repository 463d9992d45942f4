import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly label: string;
  readonly className: string;
  /** Beside what it was opened with, in pixels from the left. */
  readonly left?: number | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own dialog: the page behind it is inert, Esc closes it, and the focus goes back. */
export function Modal({ label, className, left, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current) {
      onClose();
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it.
    <dialog
      ref={dialog}
      aria-label={label}
      style={left === undefined ? undefined : { marginLeft: left }}
      onClick={handleClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={className}
    >
      {children}
    </dialog>
  );
}
