import { useState } from 'react';

const storageKey = 'hearth.sidebar';

/** Whether the sidebar is collapsed, remembered in this browser. */
export function useSidebarState() {
  const [collapsed, setCollapsed] = useState(
    () => localStorage.getItem(storageKey) === 'collapsed',
  );

  function toggle() {
    localStorage.setItem(storageKey, collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  }

  return { collapsed, toggle };
}
