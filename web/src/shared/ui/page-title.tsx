import { isolate } from '@hearth/contract';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useConfig } from '../config/index.ts';
import { classNames } from './class-names.ts';

/** React Router's key of the page that the browser itself opened. */
const firstPage = 'default';

interface PageTitleProps {
  readonly children: string;
  /** Its size, unless that is the size of all titles. */
  readonly className?: string;
}

/** The heading of a page. It takes the focus when a page is reached from another one, so that a screen reader starts there. */
export function PageTitle({ children, className = 'text-title' }: PageTitleProps) {
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
      className={classNames('max-w-full min-w-0 font-title tracking-tight text-balance', className)}
    >
      {children}
    </h1>
  );
}

/** Name of the project that the pages below belong to; the names of their tabs have it. */
export const TitleScope = createContext<string | undefined>(undefined);

/** Names the document after the page, and after its project if it has one; a title that is the product's name is used alone. */
export function usePageTitle(title: string): void {
  const { productName } = useConfig();
  const project = useContext(TitleScope);
  const parts = [title, project, productName].flatMap((part) => (part ? isolate(part) : []));
  const name = [...new Set(parts)].join(' · ');

  useEffect(() => {
    document.title = name;
  }, [name]);
}
