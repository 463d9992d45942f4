import { useState } from 'react';
import { useLocation } from 'react-router';
import { tabStorage } from '../../../shared/browser-storage.ts';
import { useAccount } from '../../../shared/session/index.ts';

/** Bounds of the server. */
const shortestReason = 3;
export const longestReason = 500;

export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= shortestReason && length <= longestReason;
}

/** Goes with a link from one customer to another, so that the operator is not asked again. */
export interface Led {
  readonly reason: string;
}

/** Why the operator looks at a person or a project: as it was given in this tab, or on the page that led here. */
export function useReason(subjectId: string) {
  const { uid } = useAccount();
  const led = useLocation().state as Partial<Led> | null;
  const storageKey = `hearth.look.${uid}.${subjectId}`;
  const [reason, setReason] = useState(() => tabStorage.get(storageKey) ?? led?.reason);

  function give(text: string) {
    tabStorage.set(storageKey, text);
    setReason(text);
  }

  return { reason, give };
}
