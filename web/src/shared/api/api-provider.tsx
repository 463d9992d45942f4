import { createContext, type ReactNode, useContext } from 'react';
import type { Api } from './create-api.ts';

const ApiContext = createContext<Api | undefined>(undefined);

interface ApiProviderProps {
  api: Api;
  children: ReactNode;
}

export function ApiProvider({ api, children }: ApiProviderProps) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Makes calls: `api.call(entry, input, { signal })` answers the call's output, or throws an `ApiError`. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) {
    throw new Error('useApi needs an ApiProvider above it.');
  }
  return api;
}
