import { useLocation, useParams } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

/** Shape of the page while its project is not known yet. */
export function ProjectSkeleton() {
  const { pathname } = useLocation();
  const { id = '' } = useParams();
  return pathname.replace(/\/$/, '') === paths.subscription(id) ? (
    <OverviewSkeleton />
  ) : (
    <PageSkeleton />
  );
}

/** Mark and title, three figures, and two cards beside each other. */
function OverviewSkeleton() {
  return (
    <SkeletonGroup className="grid grid-cols-1 gap-6">
      <div className="flex items-start gap-4">
        <Skeleton className="mt-1 size-11 shrink-0 max-sm:hidden" />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-5 w-80" />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {['seats', 'next', 'spending'].map((key) => (
          <CardSkeleton key={key} lines={['h-5 w-24', 'h-8 w-32', 'h-5 w-40']} />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {['activity', 'people'].map((key) => (
          <CardSkeleton
            key={key}
            lines={['h-5 w-32', 'h-6 w-full', 'h-6 w-4/5', 'h-6 w-full', 'h-6 w-3/5']}
          />
        ))}
      </div>
    </SkeletonGroup>
  );
}

/** A title and a card. */
function PageSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-8 w-56" />
      <CardSkeleton lines={['h-6 w-40', 'h-6 w-full', 'h-6 w-4/5', 'h-6 w-3/5']} />
    </SkeletonGroup>
  );
}

function CardSkeleton({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Card className="grid content-start gap-5 p-5">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card never change.
        <Skeleton key={index} className={line} />
      ))}
    </Card>
  );
}
