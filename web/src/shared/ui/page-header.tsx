import type { ReactNode } from 'react';
import { PageTitle, usePageTitle } from './page-title.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** Name of the document if it differs from the title. */
  readonly documentTitle?: string;
  readonly sub?: ReactNode;
  /** Shown beside the title, such as a badge. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
}

/** Title, one line of help, actions. */
export function PageHeader({ title, documentTitle, sub, beside, actions }: PageHeaderProps) {
  usePageTitle(documentTitle ?? title);

  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="grid min-w-0 flex-[1_1_220px] gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PageTitle>{title}</PageTitle>
          {beside}
        </div>
        {sub && <p className="text-ink-2">{sub}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
