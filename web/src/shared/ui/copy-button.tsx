import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lifeMs } from './toasts.ts';

type Outcome = 'idle' | 'copied' | 'failed';

const icons = { idle: Copy, copied: Check, failed: X } satisfies Record<Outcome, typeof Copy>;

/** Copies an id and says whether it worked. */
function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const Icon = icons[outcome];

  useEffect(() => {
    if (outcome === 'idle') {
      return;
    }
    const timer = setTimeout(() => setOutcome('idle'), lifeMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function handleClick() {
    setOutcome((await copy(text)) ? 'copied' : 'failed');
  }

  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => void handleClick()}
        className="-my-2 inline-grid size-[38px] place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
      <span role="status" className="text-small text-ink-2 max-sm:sr-only">
        {outcome !== 'idle' && t(`layout.${outcome}`)}
      </span>
    </span>
  );
}

/** Browsers offer the clipboard to https and localhost only. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An id to read out or to copy. */
export function CopyableId({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code translate="no" className="min-w-0 font-mono text-small break-all">
        {id}
      </code>
      <CopyButton text={id} label={label} />
    </span>
  );
}
