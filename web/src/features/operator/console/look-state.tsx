import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toText } from '../../../shared/i18n/index.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';

interface LookStateProps {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
}

/** Says how the look stands, in place of what it has not read yet or above what it could not read again. */
export function LookState({ title, query }: LookStateProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {!data && <PageHeader title={title} />}
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SheetSkeleton />}
    </>
  );
}

function SheetSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      {['first', 'second'].map((key) => (
        <Card key={key} className="grid grid-cols-1 gap-5 p-5">
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-5 w-72" />
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-5 w-64" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}
