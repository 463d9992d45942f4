import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

/** A link inside text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link {...rest} className={classNames('font-label text-accent hover:underline', className)} />
  );
}
