import type { Brand } from '../../config/brand.ts';
import type { Config } from '../../config/config.ts';
import { escapeHtml } from './page-head.ts';

/** The page shows one of these until its code has come: the frame of signed-in people, a whole page about the product, or a bar. */
export type FirstPicture = 'frame' | 'front' | 'bar';

/** Leaves the one first picture that a screen begins with, and writes the page about the product into its own. */
export function drawFirstPicture(page: string, kept: FirstPicture, front: string): string {
  return page
    .replace(/<!--(frame|front|bar)-->([\s\S]*?)<!--\/\1-->/g, (_all, name, picture) =>
      name === kept ? picture : '',
    )
    .replace('<!--front-page-->', () => front);
}

/** Writes logo and name into the frame, as web/src/shared/brand/brand.tsx shows them in the next picture. */
export function writeBrand(page: string, { product, brand }: Pick<Config, 'product' | 'brand'>) {
  const name = escapeHtml(product.productName);
  const label = brand.logo?.wordmark ? '' : `<span class="truncate">${name}</span>`;
  return page.replace(
    '<!--brand-->',
    () =>
      `<a class="inline-flex h-[38px] min-w-0 items-center gap-2.5 rounded-control font-[680] tracking-tight text-body" href="/dashboard">${drawLogo(brand, name)}${label}</a>`,
  );
}

function drawLogo({ logo }: Brand, name: string): string {
  if (logo === undefined) {
    return ownLogo;
  }
  const pictures = (['light', 'dark'] as const).map(
    (theme) =>
      `<img src="${logo[theme].path}" alt="${logo.wordmark ? name : ''}" width="${logo.width}" height="28" class="on-${theme} h-7 max-w-full object-contain">`,
  );
  return pictures.join('');
}

const ownLogo =
  '<svg aria-hidden="true" viewBox="0 0 24 24" class="size-6 shrink-0">' +
  '<path d="M4 20V11.5L12 4l8 7.5V20" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"></path>' +
  '<path d="M12 20c-2.6 0-4.2-1.6-4.2-3.8 0-2.3 1.9-3.3 2.6-5.7 2.7 1 5.8 2.9 5.8 5.9 0 2.1-1.7 3.6-4.2 3.6z" fill="var(--accent)"></path>' +
  '</svg>';
