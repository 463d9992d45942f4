import { Link } from 'react-router';
import { useConfig } from '../config/index.ts';
import { classNames } from '../ui/class-names.ts';

/** Logo and product name, the way home. */
export function Brand({ to, large = false }: { readonly to: string; readonly large?: boolean }) {
  const { productName, brand } = useConfig();
  return (
    <Link
      to={to}
      className={classNames(
        'inline-flex h-[38px] min-w-0 items-center gap-2.5 rounded-control font-[680] tracking-tight',
        large ? 'text-[1.125rem]' : 'text-body',
      )}
    >
      <Logo />
      {!brand?.logo?.wordmark && <span className="truncate">{productName}</span>}
    </Link>
  );
}

/** The operator's logo, or a house with a fire inside. The page's own styles hide the one for the other theme. */
export function Logo() {
  const { productName, brand } = useConfig();
  const { logo } = brand ?? {};
  if (logo) {
    return (['light', 'dark'] as const).map((look) => (
      <img
        key={look}
        src={logo[look]}
        alt={logo.wordmark ? productName : ''}
        width={logo.width}
        height={28}
        className={`on-${look} h-7 max-w-full object-contain`}
      />
    ));
  }
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 shrink-0">
      <path
        d="M4 20V11.5L12 4l8 7.5V20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M12 20c-2.6 0-4.2-1.6-4.2-3.8 0-2.3 1.9-3.3 2.6-5.7 2.7 1 5.8 2.9 5.8 5.9 0 2.1-1.7 3.6-4.2 3.6z"
        fill="var(--accent)"
      />
    </svg>
  );
}
