import { web } from '@hearth/app/web';
import { useTranslation } from 'react-i18next';
import type { SidebarEntry } from './sidebar-links.tsx';

/** Pages of the product on Hearth that are about the person and have a place of their own. */
export function useAccountEntries(): readonly SidebarEntry[] {
  const { t } = useTranslation();
  return (web.accountPages ?? []).flatMap(({ path, entry }) =>
    entry ? [{ to: `/account/${path}`, label: t(entry.label), Icon: entry.Icon }] : [],
  );
}
