import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

export function SessionsSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid gap-6 p-5">
        {['this', 'other'].map((key) => (
          <div key={key} className="grid gap-2">
            <Skeleton className="h-6 w-44" />
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-5 w-56 max-w-full" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
