import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

const rows = ['first', 'second', 'third', 'fourth', 'fifth'];

export function ActivitySkeleton() {
  return (
    <SkeletonGroup>
      <Card className="divide-y divide-line">
        {rows.map((key) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3.5">
            <Skeleton className="h-5 w-72 max-w-full" />
            <Skeleton className="h-5 w-36" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
