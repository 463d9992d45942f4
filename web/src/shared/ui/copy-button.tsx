import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { lifeMs } from './toasts.ts';

type Outcome = 'idle' | 'copied' | 'failed';

const icons = { idle: Copy, copied: Check, failed: X } satisfies Record<Outcome, typeof Copy>;

function useCopy(text: string) {
  const [outcome, setOutcome] = useState<Outcome>('idle');

  useEffect(() => {
    if (outcome === 'idle') {
      return;
    }
    const timer = setTimeout(() => setOutcome('idle'), lifeMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copyText() {
    setOutcome((await copy(text)) ? 'copied' : 'failed');
  }

  return { outcome, Icon: icons[outcome], onClick: () => void copyText() };
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

/** Copies an id and says whether it worked. */
function CopyButton({ text, label }: CopyButtonProps) {
  const { outcome, Icon, onClick } = useCopy(text);

  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={onClick}
        className="-my-2 inline-grid size-[38px] place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
      <CopyOutcome outcome={outcome} />
    </span>
  );
}

/** Copies a longer text, with a button that has words. */
export function CopyTextButton({ text, label }: CopyButtonProps) {
  const { outcome, Icon, onClick } = useCopy(text);
  return (
    <span className="inline-flex items-center gap-2">
      <Button onClick={onClick}>
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <CopyOutcome outcome={outcome} />
    </span>
  );
}

function CopyOutcome({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  return (
    <span role="status" className="text-small text-ink-2 max-sm:sr-only">
      {outcome !== 'idle' && t(`layout.${outcome}`)}
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

interface CopyableIdProps {
  readonly id: string;
  readonly label: string;
  /** The id as it is read, if that differs from what is copied. */
  readonly shown?: string;
}

/** An id to read out or to copy. */
export function CopyableId({ id, label, shown = id }: CopyableIdProps) {
  return (
    <span className="flex items-center gap-1">
      <code translate="no" className="min-w-0 font-mono text-small wrap-anywhere">
        {shown}
      </code>
      <CopyButton text={id} label={label} />
    </span>
  );
}
