export {
  ConfigProvider,
  loadPublicConfig,
  planById,
  readPublicConfig,
  useConfig,
  useConfiguredText,
} from './config-provider.tsx';
