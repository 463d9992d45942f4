import { lazy } from 'react';
import { loadPatiently } from '../../shared/online/load-patiently.ts';

const load = () => loadPatiently(() => import('./loaded-parts.ts'));

/** Lower parts of the pages about the product, which nothing is pressed in. */
export const Showcase = lazy(async () => ({ default: (await load()).Showcase }));
export const Comparison = lazy(async () => ({ default: (await load()).Comparison }));
