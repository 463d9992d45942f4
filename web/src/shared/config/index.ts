export { ConfigProvider, useConfig } from './config-provider.tsx';
export { loadPublicConfig, planById, readPublicConfig } from './public-config.ts';
export { useConfiguredText } from './use-configured-text.ts';
