import { useState } from 'react';
import { classNames } from './class-names.ts';

interface AvatarProps {
  readonly name: string;
  readonly pictureUrl?: string | undefined;
  readonly large?: boolean;
}

/**
 * The picture, or the first letter when there is none or it does not load. Pictures come from our own
 * origin only: another one would learn who looks at whom. It is shown beside the name, so it is silent.
 */
export function Avatar({ name, pictureUrl, large = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState('');
  const shape = classNames(
    'grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent',
    large ? 'size-16 text-title' : 'size-8 text-small',
  );

  if (pictureUrl && isOwn(pictureUrl) && pictureUrl !== failedUrl) {
    return (
      <img
        src={pictureUrl}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailedUrl(pictureUrl)}
        className={classNames(shape, 'object-cover')}
      />
    );
  }
  return (
    <span aria-hidden="true" className={shape}>
      {firstLetter(name)}
    </span>
  );
}

function isOwn(pictureUrl: string): boolean {
  const { href, origin } = window.location;
  return URL.canParse(pictureUrl, href) && new URL(pictureUrl, href).origin === origin;
}

function firstLetter(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '?';
}
