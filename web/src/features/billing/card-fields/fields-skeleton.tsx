import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';

/** While the provider's own fields come. */
export function FieldsSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5">
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} className="h-[66px] w-full" />
      ))}
    </SkeletonGroup>
  );
}
