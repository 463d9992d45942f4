import { useState } from 'react';
import { classNames } from './class-names.ts';

interface AvatarProps {
  readonly name: string;
  readonly pictureUrl?: string | undefined;
  readonly large?: boolean;
}

/** The picture, or the first letter when there is none or it does not load. It stands beside the name, so it is silent. */
export function Avatar({ name, pictureUrl, large = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState('');
  const shape = classNames(
    'grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent',
    large ? 'size-16 text-title' : 'size-8 text-small',
  );

  if (pictureUrl && pictureUrl !== failedUrl) {
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

function firstLetter(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '?';
}
