import type { ReactNode } from 'react';
import { PageTitle, usePageTitle } from '../ui/page-title.tsx';
import { PublicCard } from '../ui/public-card.tsx';

interface AuthCardProps {
  readonly title: string;
  readonly sub?: string | undefined;
  readonly pageTitle: string;
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** The public card with a title. */
export function AuthCard({ title, sub, pageTitle, busy = false, children }: AuthCardProps) {
  usePageTitle(pageTitle);

  return (
    <PublicCard busy={busy}>
      <div className="grid grid-cols-1 gap-1">
        <PageTitle>{title}</PageTitle>
        {sub && <p className="text-ink-2">{sub}</p>}
      </div>
      {children}
    </PublicCard>
  );
}
