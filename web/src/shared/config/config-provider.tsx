import type { PublicConfig, PublicPlan } from '@hearth/contract';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { useLanguage } from '../i18n/use-language.ts';

const ConfigContext = createContext<PublicConfig | undefined>(undefined);

interface ConfigProviderProps {
  config: PublicConfig;
  children: ReactNode;
}

export function ConfigProvider({ config, children }: ConfigProviderProps) {
  return <ConfigContext value={config}>{children}</ConfigContext>;
}

/** Everything of the configuration that visitors may know: plans, permissions, the product's name. */
export function useConfig(): PublicConfig {
  const config = useContext(ConfigContext);
  if (!config) {
    throw new Error('useConfig needs a ConfigProvider above it.');
  }
  return config;
}

/** Words for the keys that the configuration names: plan titles, features, permissions. */
export function useConfiguredText(): (key: string) => string {
  const { texts } = useConfig();
  const language = useLanguage();
  return useCallback((key) => texts[language]?.[key] ?? key, [texts, language]);
}

const elementId = 'hearth-config';

/** Reads what the server wrote into the page. */
export function readPublicConfig(document: Document): PublicConfig {
  const text = document.getElementById(elementId)?.textContent;
  if (!text) {
    throw new Error(`The page carries no #${elementId}.`);
  }
  return JSON.parse(text) as PublicConfig;
}

/** Vite's own server does not fill the page, so development asks the server for it. */
export async function loadPublicConfig(document: Document): Promise<PublicConfig> {
  if (import.meta.env.DEV) {
    const response = await fetch('/config.json');
    return (await response.json()) as PublicConfig;
  }
  return readPublicConfig(document);
}

export function planById(config: PublicConfig, id: string): PublicPlan | undefined {
  return config.plans.find((plan) => plan.id === id);
}
