import { type ReactNode, useEffect, useState } from 'react';
import { loadAhead, loadPatiently } from '../online/load-patiently.ts';
import type { DialogFrame, DialogProps } from './dialog-frame.tsx';

let frame: typeof DialogFrame | undefined;

/** Loads the code of dialogs, which no first load should pay for. */
export async function loadDialogs(load = loadPatiently): Promise<void> {
  frame = (await load(() => import('./dialog-frame.tsx'))).DialogFrame;
}

// Nobody opens a dialog without touching the page, so the code is there by then.
for (const touch of ['pointerdown', 'keydown']) {
  window.addEventListener(touch, () => void loadDialogs(loadAhead).catch(() => undefined), {
    once: true,
  });
}

/** One question over the page, open while it is rendered. */
export function Dialog(props: DialogProps) {
  const [Frame, setFrame] = useState(() => frame);

  useEffect(() => {
    if (!Frame) {
      void loadDialogs().then(() => setFrame(() => frame));
    }
  }, [Frame]);

  return Frame ? <Frame {...props} /> : null;
}

/** The answers, the safe one first. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2">{children}</div>;
}
