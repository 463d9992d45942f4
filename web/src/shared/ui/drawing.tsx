import { classNames } from './class-names.ts';

const logs = <path d="M44 98l52-9M44 89l52 9" />;
const arch = (
  <path d="M12 104h116M22 104V50c0-23 20-38 48-38s48 15 48 38v54M34 104V56c0-19 15-31 36-31s36 12 36 31v48M22 62h12M22 82h12M106 62h12M106 82h12M41 24l6 9M70 12v13M99 24l-6 9" />
);
const flame = (
  <g>
    <path
      d="M70 88c-13 0-21-8-21-19 0-9 6-14 9-21 2 4 5 7 7 7-1-11 4-20 10-25-1 10 5 14 10 21 4 5 6 11 6 17 0 12-8 20-21 20z"
      fill="var(--fire-glow)"
      stroke="var(--flame)"
      strokeWidth="2.4"
    />
    <path
      d="M70 88c-7 0-11-4-11-10 0-6 5-9 7-15 7 3 15 8 15 16 0 5.5-4.5 9-11 9z"
      fill="var(--flame)"
      stroke="none"
    />
  </g>
);

const drawings = {
  /** A lit fire in the hearth: one can start here. */
  hearth: (
    <>
      {arch}
      {flame}
      {logs}
    </>
  ),
  /** A cold hearth: nothing is here. */
  cold: (
    <>
      {arch}
      {logs}
      <path
        d="M62 78c-5-6 5-9 1-16s5-9 2-15M76 80c-4-5 5-8 2-13s4-7 2-12"
        stroke="var(--line-strong)"
      />
    </>
  ),
  /** Sparks, once: something was paid. */
  lit: (
    <>
      <g className="origin-[50%_86%] animate-rise">{flame}</g>
      {logs}
      <path
        d="M34 40l-5-5M106 40l5-5M28 62h-7M112 62h7M46 22l-2-7M94 22l2-7M70 14V6"
        stroke="var(--flame)"
        className="animate-rise"
      />
      <path d="M28 106h84" />
    </>
  ),
  /** One person at the fire, and a place for another one. */
  people: (
    <>
      <path d="M16 92c1-14 8-21 18-21s16 6 18 16M10 106h120M54 97l34-6M54 91l34 6" />
      <circle cx="34" cy="56" r="9" />
      <g strokeDasharray="4 5">
        <circle cx="106" cy="56" r="9" />
        <path d="M124 92c-1-14-8-21-18-21s-16 6-18 16" />
      </g>
      <g transform="translate(24 32) scale(.66)">{flame}</g>
    </>
  ),
  /** A sheet of paper: no invoices yet. */
  paper: (
    <>
      <path d="M40 14h46l16 16v64l-8-5-8 5-8-5-8 5-8-5-8 5-8-5-6 4zM86 14v16h16M52 44h30M52 56h38" />
      <g transform="translate(66 56) scale(.5)">{flame}</g>
    </>
  ),
};

export type DrawingName = keyof typeof drawings;

/** A drawing in one line weight, for empty, first, lost and paid pages only. */
export function Drawing(props: { readonly name: DrawingName; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 140 112"
      fill="none"
      stroke="var(--stroke)"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('block h-28 w-[132px] overflow-visible', props.className)}
    >
      {drawings[props.name]}
    </svg>
  );
}
