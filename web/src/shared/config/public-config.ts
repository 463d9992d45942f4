import type { PublicConfig, PublicPlan } from '@hearth/contract';

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
