import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

export function UsersSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="overflow-hidden">
        <div className="h-10 bg-sunken max-sm:hidden" />
        {['first', 'second', 'third'].map((key) => (
          <div
            key={key}
            className="flex h-[60px] items-center gap-3 border-t border-line px-4 first:border-t-0 max-sm:h-[120px] sm:px-5"
          >
            <Skeleton className="size-8 rounded-full" />
            <div className="grid gap-1.5">
              <Skeleton className="h-4 w-36" />
              <Skeleton className="h-3.5 w-44" />
            </div>
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
