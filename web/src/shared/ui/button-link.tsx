import { Link, type LinkProps } from 'react-router';
import { type ButtonLook, buttonStyle } from './button.tsx';
import { classNames } from './class-names.ts';

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  const look = buttonStyle({ ...(variant && { variant }), ...(size && { size }) });
  return <Link {...rest} className={classNames(look, className)} />;
}
