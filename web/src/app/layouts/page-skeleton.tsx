import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

/** A title and a card, while nothing more is known. */
export function PageSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-8 w-56 max-w-full" />
      <Card className="grid gap-5 p-5">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-6 w-full" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
      </Card>
    </SkeletonGroup>
  );
}
