import type { ComponentProps, ReactNode } from 'react';

/** Icons of the public screens: Lucide's drawings (ISC licence) without the 1 kB that Lucide's own component weighs. */
function drawn(strokes: ReactNode) {
  return (props: ComponentProps<'svg'>) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {strokes}
    </svg>
  );
}

const disc = <circle cx="12" cy="12" r="10" />;

export const CircleAlert = drawn(
  <>
    {disc}
    <path d="M12 8v4m0 4h.01" />
  </>,
);

export const CircleCheck = drawn(
  <>
    {disc}
    <path d="m16 9-5.5 5.5L8 12" />
  </>,
);

export const Info = drawn(
  <>
    {disc}
    <path d="M12 16v-4m0-4h.01" />
  </>,
);

export const Circle = drawn(disc);

export const Check = drawn(<path d="M20 6 9 17l-5-5" />);

export const TriangleAlert = drawn(
  <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4m0 4h.01" />,
);

export const Globe = drawn(
  <>
    {disc}
    <path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20" />
  </>,
);

export const Eye = drawn(
  <>
    <path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0" />
    <circle cx="12" cy="12" r="3" />
  </>,
);

export const EyeOff = drawn(
  <path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20" />,
);
