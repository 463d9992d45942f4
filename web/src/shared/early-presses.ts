/** The page's own script notes these while the page is as the server has drawn it. */
interface EarlyPress {
  readonly type: string;
  /** Its place among the controls of the page. */
  readonly place: number;
  /** The option that was chosen, if it was a select. */
  readonly value?: string;
  readonly timeStamp: number;
}

interface PressedWindow {
  presses?: readonly EarlyPress[];
}

/** Who has waited longer for the code does not expect it any more. */
const keptMs = 30_000;

const controls = 'a, button, select';

/**
 * Repeats what a visitor pressed or chose before React had drawn its controls, and focuses the last control.
 * Each runs in its own task, after the effects of the one before.
 */
export async function repeatEarlyPresses(page: ParentNode): Promise<void> {
  const noted = globalThis as PressedWindow;
  const { presses = [] } = noted;
  delete noted.presses;
  for (const press of presses.filter(isRecent)) {
    await new Promise((resolve) => setTimeout(resolve));
    repeat(page.querySelectorAll<HTMLElement>(controls)[press.place], press);
  }
}

const isRecent = ({ timeStamp }: EarlyPress) => performance.now() - timeStamp < keptMs;

function repeat(control: HTMLElement | undefined, { type, value = '' }: EarlyPress): void {
  if (type === 'focusin') {
    control?.focus({ preventScroll: true });
  } else if (type === 'change' && control instanceof HTMLSelectElement) {
    control.value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (type === 'click' && control instanceof HTMLButtonElement) {
    control.click();
  }
}
