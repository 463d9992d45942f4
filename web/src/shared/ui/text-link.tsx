import { Link, type LinkProps } from 'react-router';

/** A link inside text. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="font-label text-accent hover:underline" />;
}
