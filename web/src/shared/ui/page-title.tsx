import { createContext, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useConfig } from '../config/index.ts';
import { classNames } from './class-names.ts';

/** React Router's key of the page that the browser itself opened. */
const firstPage = 'default';

interface PageTitleProps {
  readonly children: string;
  /** For visitors, who read it first of all. */
  readonly large?: boolean;
}

/** The heading of a page. It takes the focus when a page is reached from another one, so that a screen reader starts there. */
export function PageTitle({ children, large = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(useLocation().key !== firstPage);

  useEffect(() => {
    if (arrived.current) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
  }, []);

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={classNames(
        'max-w-full min-w-0 font-title tracking-tight text-balance',
        // Chinese breaks at its punctuation here, not within words.
        large ? 'text-[2rem]/[2.375rem] break-keep sm:text-[2.75rem]/[3.125rem]' : 'text-title',
      )}
    >
      {children}
    </h1>
  );
}

/** Name of the project that the pages below belong to; the names of their tabs have it. */
export const TitleScope = createContext<string | undefined>(undefined);

/** Names the document after the page, and after its project where it has one; a title that is the product's name stands alone. */
export function usePageTitle(title: string): void {
  const { productName } = useConfig();
  const project = useContext(TitleScope);
  const parts = new Set([title, project, productName].filter((part) => part));
  const name = [...parts].join(' · ');

  useEffect(() => {
    document.title = name;
  }, [name]);
}
