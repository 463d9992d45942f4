import type { ReactNode } from 'react';
import { Drawing } from '../../shared/ui/drawing.tsx';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';

interface StopInsideProps {
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

/** Stands in place of a page inside the frame: why the page is not shown, and where to go. */
export function StopInside({ title, text, children }: StopInsideProps) {
  usePageTitle(title);
  return (
    <div className="grid justify-items-center gap-5 pt-10 text-center md:pt-[72px]">
      <Drawing name="cold" />
      <div className="grid max-w-[44ch] justify-items-center gap-1">
        <PageTitle>{title}</PageTitle>
        <p className="text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </div>
  );
}
