import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { listStyle } from './list-style.ts';

export function DashboardSkeleton() {
  return (
    <SkeletonGroup className={listStyle}>
      {['first', 'second', 'third'].map((key) => (
        <Card key={key} className="grid gap-3.5 px-5 py-[18px]">
          <div className="flex justify-between gap-3">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-6 w-16 rounded-full" />
          </div>
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-5 w-28" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}
