import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../api/use-change.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { dismissToast, type Toast, toastStore } from './toasts.ts';

const looks = {
  good: { color: 'text-good', Icon: CircleCheck },
  warn: { color: 'text-warn', Icon: TriangleAlert },
  bad: { color: 'text-bad', Icon: CircleAlert },
} satisfies Record<Toast['tone'], { color: string; Icon: typeof CircleCheck }>;

/** More of them would cover the page; the others come as these go. */
const mostShown = 3;

/** Our own and small: toast libraries write inline styles that a strict content policy blocks. */
export function Toaster() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current);

  return (
    <section
      aria-label={t('layout.notifications')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid gap-2 sm:left-auto sm:w-[380px]"
    >
      {toasts.slice(-mostShown).map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const { color, Icon } = looks[toast.tone];

  return (
    <div className="pointer-events-auto flex animate-appear items-start gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-pop">
      <Icon aria-hidden="true" className={classNames('mt-2.5 size-[18px] shrink-0', color)} />
      <div className="grid min-w-0 flex-1 gap-0.5 py-2 text-label wrap-anywhere">
        <p id={sentenceId(toast)}>{toast.sentence}</p>
        {toast.detail !== undefined && <p className="text-ink-2">{toast.detail}</p>}
      </div>
      {toast.onUndo && <UndoButton toast={toast} />}
      <button
        type="button"
        aria-label={t('layout.dismiss')}
        onClick={() => dismissToast(toast.id)}
        className="grid size-[38px] shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}

const sentenceId = ({ id }: Toast) => `toast-${id}`;

/** Goes with its toast once nothing is left to be undone; after a failure that may pass it can be pressed again. */
function UndoButton({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const { busy, run } = useChange();

  const takeBack = () =>
    run(async () => {
      await toast.onUndo?.();
      dismissToast(toast.id);
    });

  return (
    <Button
      size="small"
      busy={busy}
      aria-describedby={sentenceId(toast)}
      onClick={() => void takeBack()}
    >
      {t('layout.undo')}
    </Button>
  );
}
