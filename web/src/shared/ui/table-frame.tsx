import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

interface TableFrameProps {
  readonly ref?: Ref<HTMLTableElement>;
  /** Says what the table lists, to those who hear the page. */
  readonly caption: string;
  /** Its rows are those of the page before, while the next one is on its way. */
  readonly isOld?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Common frame of all tables of lists, whatever they become on narrow screens. */
export function TableFrame({ ref, caption, isOld = false, className, children }: TableFrameProps) {
  return (
    <table
      ref={ref}
      aria-busy={isOld || undefined}
      className={classNames(
        'w-full border-collapse transition-opacity duration-150 ease-out',
        isOld && 'opacity-60',
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}
