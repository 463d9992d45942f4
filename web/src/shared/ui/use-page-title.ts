import { useEffect } from 'react';
import { useConfig } from '../config/index.ts';

/** Names the document after the page. */
export function usePageTitle(title: string): void {
  const { productName } = useConfig();

  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}
