import { classNames } from './class-names.ts';

export interface Bar {
  /** Date or name below the bar. */
  readonly label: string;
  readonly value: number;
  /** The value in words, such as "$10.00" or "$10.00, not paid". */
  readonly text: string;
  readonly kind?: 'now' | 'unpaid';
}

interface BarsProps {
  /** Names what the bars show; heads the table, too, that a screen reader reads instead. */
  readonly caption: string;
  readonly labelHead: string;
  readonly valueHead: string;
  readonly bars: readonly Bar[];
  /** Two grid lines with their sums, if there is room. */
  readonly gridText?: (value: number) => string;
}

/** A chart of up to twelve bars. */
export function Bars({ caption, labelHead, valueHead, bars, gridText }: BarsProps) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const top = (gridText ? roundUp(highest * 1.1) : highest) || 1;
  return (
    <figure className="@container">
      <div aria-hidden="true" className="tabular-nums">
        <div className={classNames('relative', gridText ? 'h-[104px] pr-14' : 'h-[72px]')}>
          {gridText &&
            [top, top / 2].map((value, index) => (
              <div
                key={value}
                className={classNames(
                  'absolute inset-x-0 border-t border-dashed border-line text-right text-[0.75rem] leading-4 text-ink-3',
                  index === 0 ? 'top-0' : 'top-1/2',
                )}
              >
                <span className="absolute -top-2 right-0 bg-surface pl-1.5">{gridText(value)}</span>
              </div>
            ))}
          <div
            className={classNames(
              'relative flex h-full items-end justify-between gap-[5px]',
              gridText && 'border-b border-line-strong',
            )}
          >
            {bars.map((bar) => (
              <Column key={bar.label} bar={bar} top={top} />
            ))}
          </div>
        </div>
        <div
          className={classNames(
            'flex justify-between pt-1.5 text-[0.75rem] leading-4 text-ink-3',
            gridText && 'pr-14 @min-[760px]:hidden',
          )}
        >
          <span>{bars[0]?.label}</span>
          <span>{bars.length > 1 ? bars.at(-1)?.label : ''}</span>
        </div>
        {gridText && <ColumnLabels bars={bars} />}
      </div>
      <table className="sr-only">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHead}</th>
            <th scope="col">{valueHead}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, text }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Every label is below its bar, which has room for twelve of the widest, such as 11月18日. */
function ColumnLabels({ bars }: Pick<BarsProps, 'bars'>) {
  return (
    <div className="flex justify-between gap-[5px] pt-1.5 pr-14 text-[0.75rem] leading-4 text-ink-3 @max-[760px]:hidden">
      {bars.map(({ label }) => (
        <span key={label} className="flex max-w-[30px] flex-1 justify-center whitespace-nowrap">
          {label}
        </span>
      ))}
    </div>
  );
}

const looks = {
  past: 'bg-chart opacity-85',
  now: 'bg-accent',
  unpaid: 'hatched',
};

function Column({ bar, top }: { readonly bar: Bar; readonly top: number }) {
  const { value, text, label, kind = 'past' } = bar;
  return (
    <span
      title={`${label}: ${text}`}
      // React sets the height through the DOM, which the page's policy for styles allows.
      style={{ height: `${(Math.max(0, value) / top) * 100}%` }}
      className={classNames(
        'min-h-[3px] max-w-[30px] flex-1 rounded-t-[4px]',
        value > 0 ? looks[kind] : 'bg-chart-soft',
      )}
    />
  );
}

/** The next figure of one digit and zeros, halved well: 10, 20, 40, 60, 80, 100, … */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 4, 6, 8, 10].map((step) => step * unit).find((step) => step >= value) ?? value;
}
