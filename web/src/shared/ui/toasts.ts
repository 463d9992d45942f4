export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'warn' | 'bad';
  readonly sentence: string;
  /** Why, and what to do about it. */
  readonly detail: string | undefined;
}

/** Long enough to read twice. */
const lifeMs = 8000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) {
    listener();
  }
}

function add(tone: Toast['tone'], sentence: string, detail?: string): void {
  lastId += 1;
  const id = lastId;
  change([
    ...toasts.filter((toast) => toast.sentence !== sentence),
    { id, tone, sentence, detail },
  ]);
  setTimeout(() => dismissToast(id), lifeMs);
}

/** Shows a message that belongs to no place on the page; it outlives a change of page. */
export const notify = {
  success: (sentence: string) => add('good', sentence),
  warning: (sentence: string) => add('warn', sentence),
  failure: (sentence: string, detail?: string) => add('bad', sentence, detail),
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
