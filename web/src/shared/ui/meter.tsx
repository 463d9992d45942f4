import { classNames } from './class-names.ts';

interface Share {
  readonly used: number;
  readonly max: number;
}

/** A bar beside the words that say the same, so it is silent; full it turns amber. */
export function Meter({ used, max, className }: Share & { readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={classNames('h-1.5 w-full min-w-15 rounded-full bg-chart-soft', className)}
    >
      <rect
        width={Math.max(4, shareOf({ used, max }) * 100)}
        height="6"
        className={used >= max ? 'fill-warn' : 'fill-chart'}
      />
    </svg>
  );
}

interface RingProps extends Share {
  /** Read aloud by a screen reader. */
  readonly label: string;
  /** Second line inside, such as "of 20". */
  readonly ofText: string;
}

const radius = 34;
const around = 2 * Math.PI * radius;

/** A round meter with its figure inside. */
export function Ring({ used, max, label, ofText }: RingProps) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 92 92" className="size-[92px] shrink-0">
      <g fill="none" strokeWidth="9" transform="rotate(-90 46 46)">
        <circle cx="46" cy="46" r={radius} className="stroke-chart-soft" />
        <circle
          cx="46"
          cy="46"
          r={radius}
          strokeLinecap="round"
          strokeDasharray={`${around * shareOf({ used, max })} ${around}`}
          className={used >= max ? 'stroke-warn' : 'stroke-chart'}
        />
      </g>
      <g textAnchor="middle" className="tabular-nums">
        <text x="46" y="50" className="fill-ink text-[21px] font-[650]">
          {used}
        </text>
        <text x="46" y="65" className="fill-ink-2 text-[11px] font-medium">
          {ofText}
        </text>
      </g>
    </svg>
  );
}

function shareOf({ used, max }: Share): number {
  return max > 0 ? Math.min(1, used / max) : 1;
}
