import { Skeleton } from '../../shared/ui/skeleton.tsx';

interface MethodTimesProps {
  /** Undefined while they are read. */
  readonly times: readonly string[] | undefined;
  readonly isPending: boolean;
}

/** Times of one way to sign in, below its name. */
export function MethodTimes({ times, isPending }: MethodTimesProps) {
  if (times) {
    return times.filter(Boolean).map((time) => (
      <span key={time} className="block text-small wrap-anywhere text-ink-2 tabular-nums">
        {time}
      </span>
    ));
  }
  return (
    isPending && (
      <>
        <Skeleton className="my-0.5 h-4 w-32" />
        <Skeleton className="my-0.5 h-4 w-52" />
      </>
    )
  );
}
