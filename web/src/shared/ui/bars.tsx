import { type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names.ts';

export interface Bar {
  /** Date or name below the bar. */
  readonly label: string;
  readonly value: number;
  /** The value in words, such as "$10.00" or "$10.00, not paid". */
  readonly text: string;
  readonly kind?: 'now' | 'unpaid' | 'next';
}

interface BarsProps {
  /** Names what the bars show. */
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** Two grid lines with their sums, if there is room. */
  readonly gridText?: (value: number) => string;
}

/** A chart of up to 13 bars: one tab stop, arrows move between them, and the bar that is pointed at or focused says its value. */
export function Bars({ caption, bars, gridText }: BarsProps) {
  const [wanted, setWanted] = useState(bars.length - 1);
  const stop = Math.min(wanted, bars.length - 1);
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const top = (gridText ? roundUp(highest * 1.1) : highest) || 1;
  const lines = gridText ? [top, top / 2].map(gridText) : [];
  const widest = Math.max(0, ...lines.map(({ length }) => length));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-label={caption}
      onKeyDown={moveFocus}
      className="@container pb-[22px] text-[0.75rem] leading-4 tabular-nums"
    >
      <div
        style={{ paddingRight: widest && `calc(${widest}ch + 4px)` }}
        className={classNames('relative', gridText ? 'h-[104px]' : 'h-[72px]')}
      >
        {lines.map((text, index) => (
          <div
            key={index === 0 ? 'top' : 'half'}
            aria-hidden="true"
            className={classNames(
              'absolute inset-x-0 border-t border-dashed border-line text-ink-3',
              index === 0 ? 'top-0' : 'top-1/2',
            )}
          >
            <span className="absolute -top-2 right-0 bg-surface pl-1.5">{text}</span>
          </div>
        ))}
        <div className="group/bars relative flex h-full justify-between gap-[5px] border-b border-line-strong max-sm:gap-[3px]">
          {bars.map((bar, index) => (
            <Column
              // biome-ignore lint/suspicious/noArrayIndexKey: two months may have one name at the edge of a time zone.
              key={index}
              bar={bar}
              top={top}
              side={sideOf(index, bars.length)}
              hasLabel={index === 0 || index === bars.length - 1}
              isWide={gridText !== undefined}
              isStop={index === stop}
              onFocus={() => setWanted(index)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Arrows, Home and End lead through the bars, one of which is in the tab order. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // With these keys, arrows lead through the history of the browser.
  if (event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=img]')];
  const at = columns.findIndex(({ tabIndex }) => tabIndex === 0);
  const places: Record<string, number> = {
    ArrowLeft: Math.max(0, at - 1),
    ArrowRight: Math.min(columns.length - 1, at + 1),
    Home: 0,
    End: columns.length - 1,
  };
  const next = columns[places[event.key] ?? -1];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

/** Words below the outer bars grow inwards, so that they stay on the card. */
export const sides = {
  left: { label: 'left-0', value: 'after:left-0' },
  middle: { label: 'left-1/2 -translate-x-1/2', value: 'after:left-1/2 after:-translate-x-1/2' },
  right: { label: 'right-0', value: 'after:right-0' },
};

export function sideOf(index: number, count: number): keyof typeof sides {
  if (index < count / 3) {
    return 'left';
  }
  return index < (count * 2) / 3 ? 'middle' : 'right';
}

const looks = {
  past: 'bg-chart opacity-85',
  now: 'bg-accent',
  unpaid: 'hatched',
  next: 'border-2 border-b-0 border-accent',
};

/** The name of the bar, below it, while it is pointed at, tapped or focused; a bar that is pointed at comes first. */
export const valueLook =
  'after:pointer-events-none after:absolute after:top-full after:z-10 after:mt-1 after:hidden after:w-max after:max-w-56 after:rounded-[6px] after:bg-ink after:px-1.5 after:py-0.5 after:text-surface after:content-[attr(aria-label)] hover:after:block not-group-hover/bars:focus:after:block';

interface ColumnProps {
  readonly bar: Bar;
  /** Value at the top of the chart. */
  readonly top: number;
  readonly side: keyof typeof sides;
  /** The outer bars are labeled on every screen, the others if the chart is wide. */
  readonly hasLabel: boolean;
  readonly isWide: boolean;
  readonly isStop: boolean;
  readonly onFocus: () => void;
}

/** As high as the chart, so that a bar of any height can be pointed at. */
function Column({ bar, top, side, hasLabel, isWide, isStop, onFocus }: ColumnProps) {
  const { value, text, label, kind = 'past' } = bar;
  return (
    <span
      role="img"
      aria-label={`${label} ${text}`}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      className={classNames(
        'relative flex max-w-[30px] flex-1 items-end rounded-t-[4px] outline-offset-2',
        valueLook,
        sides[side].value,
        kind === 'next' && 'ml-1.5',
      )}
    >
      <span
        // React sets the height through the DOM, which the page's policy for styles allows.
        style={{ height: `${(Math.max(0, value) / top) * 100}%` }}
        className={classNames('w-full rounded-t-[4px]', value > 0 && `min-h-[2px] ${looks[kind]}`)}
      />
      {(hasLabel || isWide) && (
        <span
          className={classNames(
            'absolute top-full mt-1.5 whitespace-nowrap text-ink-3',
            isWide && '@min-[820px]:left-1/2 @min-[820px]:right-auto @min-[820px]:-translate-x-1/2',
            hasLabel ? sides[side].label : 'hidden @min-[820px]:block',
          )}
        >
          {label}
        </span>
      )}
    </span>
  );
}

/** The next figure of one digit and zeros, halved well: 10, 20, 40, 60, 80, 100, … */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 4, 6, 8, 10].map((step) => step * unit).find((step) => step >= value) ?? value;
}
