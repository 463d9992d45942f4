import type { ComponentType, SVGProps } from 'react';

/** A place that the sidebar leads to. */
export interface SidebarEntry {
  readonly to: string;
  readonly label: string;
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Lit on this very address only, not below it. */
  readonly exact?: boolean;
}
