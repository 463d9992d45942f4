import { undoSeconds } from '@hearth/contract';

export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'warn' | 'bad';
  readonly sentence: string;
  /** Why, and what to do about it. */
  readonly detail: string | undefined;
  /** Undoes the change that the sentence names, as long as the toast is shown; throws if another try may succeed. */
  readonly onUndo?: (() => Promise<void>) | undefined;
}

/** Time that a message stays: long enough to read twice. */
export const lifeMs = 8000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) {
    listener();
  }
}

function add(toast: Omit<Toast, 'id'>, stayMs = lifeMs): void {
  lastId += 1;
  const id = lastId;
  // Two equal offers undo two changes.
  const others = toasts.filter(({ sentence, onUndo }) => onUndo || sentence !== toast.sentence);
  change([...others, { ...toast, id }]);
  setTimeout(() => dismissToast(id), stayMs);
}

/** Shows a message independent of a page; it survives navigation. */
export const notify = {
  success: (sentence: string) => add({ tone: 'good', sentence, detail: undefined }),
  warning: (sentence: string) => add({ tone: 'warn', sentence, detail: undefined }),
  failure: (sentence: string, detail?: string) => add({ tone: 'bad', sentence, detail }),
  /** Stays as long as the server allows the undoing. */
  undoable: (sentence: string, { onUndo, detail }: Pick<Toast, 'onUndo' | 'detail'>) =>
    add({ tone: 'good', sentence, detail, onUndo }, undoSeconds * 1000),
};

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => toasts,
};
