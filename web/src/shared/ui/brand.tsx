import { Link } from 'react-router';
import { useConfig } from '../config/index.ts';
import { classNames } from './class-names.ts';
import { FlameLogo } from './flame-logo.tsx';

/** Logo and product name, the way home. */
export function Brand({ to, large = false }: { readonly to: string; readonly large?: boolean }) {
  const { productName } = useConfig();
  return (
    <Link
      to={to}
      className={classNames(
        'inline-flex h-[38px] min-w-0 items-center gap-2.5 rounded-control font-[680] tracking-tight',
        large ? 'text-[1.125rem]' : 'text-body',
      )}
    >
      <FlameLogo />
      <span className="truncate">{productName}</span>
    </Link>
  );
}
