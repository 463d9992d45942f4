import type { PublicConfig } from '@hearth/contract';
import { createContext, type ReactNode, useContext } from 'react';

const ConfigContext = createContext<PublicConfig | undefined>(undefined);

interface ConfigProviderProps {
  config: PublicConfig;
  children: ReactNode;
}

export function ConfigProvider({ config, children }: ConfigProviderProps) {
  return <ConfigContext value={config}>{children}</ConfigContext>;
}

export function useConfig(): PublicConfig {
  const config = useContext(ConfigContext);
  if (!config) {
    throw new Error('useConfig needs a ConfigProvider above it.');
  }
  return config;
}
