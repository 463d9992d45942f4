import { type ComponentType, lazy } from 'react';
import { loadPatiently } from '../../shared/online/load-patiently.ts';

type Name = 'Showcase' | 'Comparison';

const part = (name: Name) =>
  lazy(async () => {
    const parts: Record<Name, ComponentType> = await loadPatiently(
      () => import('./loaded-parts.ts'),
    );
    return { default: parts[name] };
  });

/** Lower parts of the pages about the product, which nothing is pressed in. */
export const Showcase = part('Showcase');
export const Comparison = part('Comparison');
