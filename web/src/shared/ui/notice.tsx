import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export type NoticeTone = 'bad' | 'good' | 'warn' | 'info' | 'accent';

const looks = {
  bad: { box: 'border-transparent bg-bad-soft text-bad', Icon: CircleAlert },
  good: { box: 'border-transparent bg-good-soft text-good', Icon: CircleCheck },
  warn: { box: 'border-transparent bg-warn-soft text-warn', Icon: TriangleAlert },
  info: { box: 'border-transparent bg-info-soft text-info', Icon: Info },
  accent: { box: 'border-accent-line bg-accent-soft text-accent', Icon: Info },
} satisfies Record<NoticeTone, { box: string; Icon: typeof Info }>;

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A sentence that must be read, with what can be done about it. */
export function Notice({ tone, title, actions, children }: NoticeProps) {
  const { box, Icon } = looks[tone];
  const element = useRef<HTMLDivElement>(null);

  // A refusal that appears above what was pressed would otherwise go unseen on a phone.
  useEffect(() => {
    if (tone === 'bad') {
      element.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [tone]);

  return (
    <div
      ref={element}
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex animate-appear scroll-mt-20 flex-wrap items-center gap-3 rounded-card border px-4 py-3.5',
        box,
      )}
    >
      <div className="flex min-w-0 flex-[1_1_200px] gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-[18px] shrink-0" />
        <div className="grid min-w-0 gap-0.5 text-label wrap-anywhere text-ink">
          {title && <strong className="font-card">{title}</strong>}
          {children && <p>{children}</p>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
