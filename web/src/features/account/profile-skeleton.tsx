import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

export function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <Card>
        <div className="flex items-center gap-4 border-b border-line p-5">
          <Skeleton className="size-16 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-6 w-36" />
            <Skeleton className="h-5 w-44" />
          </div>
        </div>
        <div className="grid gap-6 p-5">
          {['name', 'email', 'verified', 'id', 'created'].map((key) => (
            <Skeleton key={key} className="h-6 w-2/3" />
          ))}
        </div>
      </Card>
    </SkeletonGroup>
  );
}
