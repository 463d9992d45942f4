import { Button } from '../shared/ui/button.tsx';
import { PageTitle } from '../shared/ui/page-title.tsx';

interface StopPageProps {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly busy?: boolean;
  readonly onAction: () => void;
}

/** Replaces the application when it cannot continue: names the problem and offers one way on. */
export function StopPage({ title, hint, action, busy = false, onAction }: StopPageProps) {
  return (
    <main className="glow grid min-h-dvh content-center justify-items-center gap-5 px-4 text-center">
      <PageTitle>{title}</PageTitle>
      <p className="max-w-[44ch] text-ink-2">{hint}</p>
      <Button variant="primary" busy={busy} onClick={onAction}>
        {action}
      </Button>
    </main>
  );
}
