import { classNames } from './class-names.ts';

const plus = (
  <g stroke="var(--accent)">
    <circle r="13" fill="var(--accent-soft)" />
    <path d="M-5 0H5M0-5V5" />
  </g>
);

const drawings = {
  /** A page with room for something new: one can start here. */
  hearth: (
    <>
      <rect x="20" y="16" width="92" height="76" rx="9" />
      <path d="M20 36h92M31 26h.1M39 26h.1M47 26h.1M34 52h40M34 64h26" />
      <g transform="translate(110 88)">{plus}</g>
    </>
  ),
  /** An open tray with nothing in it. */
  cold: (
    <>
      <path d="M22 62l14-34a6 6 0 0 1 6-4h56a6 6 0 0 1 6 4l14 34v24a7 7 0 0 1-7 7H29a7 7 0 0 1-7-7z" />
      <path d="M22 62h26a6 6 0 0 1 6 5 8 8 0 0 0 8 7h16a8 8 0 0 0 8-7 6 6 0 0 1 6-5h26" />
      <path d="M52 42h36" stroke="var(--accent)" strokeDasharray="1 8" />
    </>
  ),
  /** A card with a check mark and rays, once: something was paid. */
  lit: (
    <>
      <rect x="18" y="34" width="92" height="60" rx="9" />
      <path d="M18 52h92M32 76h20" />
      <g stroke="var(--accent)">
        <circle cx="104" cy="38" r="17" fill="var(--accent-soft)" />
        <path d="M97 38l5 5 9-10" />
        <path d="M104 12V6M123 19l4-4M130 38h6" className="animate-rise" />
      </g>
    </>
  ),
  /** One person, and a place for another one. */
  people: (
    <>
      <path d="M12 96c1-17 10-26 24-26s23 9 24 26z" />
      <circle cx="36" cy="50" r="12" />
      <g strokeDasharray="4 5">
        <path d="M80 96c1-17 10-26 24-26s23 9 24 26z" />
        <circle cx="104" cy="50" r="12" />
      </g>
      <g transform="translate(70 34)">{plus}</g>
    </>
  ),
  /** A sheet of paper: no invoices yet. */
  paper: (
    <>
      <path d="M40 14h46l16 16v64l-8-5-8 5-8-5-8 5-8-5-8 5-8-5-6 4zM86 14v16h16M52 44h38M52 56h26" />
      <path d="M52 72h10" stroke="var(--accent)" />
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
