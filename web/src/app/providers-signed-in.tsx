import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { ApiError } from '../shared/api/index.ts';
import { useAccount } from '../shared/session/index.ts';

const mostRetries = 2;
const freshMs = 10_000;

/** The data layer of one person: another account gets another cache, and nothing is left behind. */
export function SignedInProviders() {
  return <PersonalCache key={useAccount().uid} />;
}

function PersonalCache() {
  const [queries] = useState(createQueries);
  useEffect(() => () => queries.clear(), [queries]);

  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < mostRetries && isPassing(error),
      },
    },
  });
}

/** A refusal stays one however often it is asked. */
function isPassing(error: Error): boolean {
  const passing = ['network-request-failed', 'deadline-exceeded', 'unavailable', 'internal'];
  return error instanceof ApiError && passing.includes(error.code);
}
