import { useConfig } from '../../shared/config/index.ts';

/** Keys that the configuration knows, the default one always among them. */
export function useConfiguredKeys(): (held: readonly string[]) => readonly string[] {
  const { permissions } = useConfig();
  return (held) =>
    permissions
      .filter(({ key, default: isDefault }) => isDefault || held.includes(key))
      .map(({ key }) => key);
}
