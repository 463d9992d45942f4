import { isolate } from '@hearth/contract';
import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { firstLetter, hueOf } from './hue.ts';

type AvatarSize = 'tiny' | 'small' | 'medium' | 'large';

const sizes: Record<AvatarSize, string> = {
  tiny: 'size-6 text-[0.625rem]',
  small: 'size-7 text-[0.6875rem]',
  medium: 'size-8 text-small',
  large: 'size-16 text-title',
};

const round = 'grid shrink-0 place-items-center rounded-full font-semibold';

interface AvatarProps {
  readonly name: string;
  /** Decides the color; the name, which may change, if there is none. */
  readonly id?: string | undefined;
  readonly pictureUrl?: string | undefined;
  readonly size?: AvatarSize;
}

/**
 * The picture, or the name's first letter if there is none; silent beside the name. Pictures come only from our own
 * origin: another would learn who looks at whom.
 */
export function Avatar({ name, id, pictureUrl, size = 'medium' }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState('');

  if (pictureUrl && isOwn(pictureUrl) && pictureUrl !== failedUrl) {
    return (
      <img
        src={pictureUrl}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailedUrl(pictureUrl)}
        className={classNames(round, sizes[size], 'bg-sunken object-cover')}
      />
    );
  }
  return (
    <span aria-hidden="true" className={classNames(round, sizes[size], hueOf(id ?? name))}>
      {firstLetter(name)}
    </span>
  );
}

/** Stands for a person who was invited and has not joined. */
export function InvitedAvatar({ size = 'medium' }: { readonly size?: AvatarSize }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        round,
        sizes[size],
        'border-[1.5px] border-dashed border-line-strong text-ink-3',
      )}
    >
      <Mail className="size-[14px]" />
    </span>
  );
}

export interface ShownPerson {
  readonly id: string;
  readonly name: string;
  readonly pictureUrl?: string | undefined;
}

/** The first people of many; `total` counts those, too, who are not shown. */
export function AvatarGroup(props: {
  readonly people: readonly ShownPerson[];
  readonly total: number;
}) {
  const { people, total } = props;
  const { t } = useTranslation();
  const names = people.map(({ name }) => isolate(name)).join(', ');
  const more = total - people.length;
  return (
    <span
      role="img"
      aria-label={more > 0 ? t('layout.peopleAndMore', { names, more }) : names}
      className="inline-flex items-center [&>*]:shadow-[0_0_0_2px_var(--surface)] [&>*+*]:-ml-1"
    >
      {people.map(({ id, name, pictureUrl }) => (
        <Avatar key={id} id={id} name={name} pictureUrl={pictureUrl} size="tiny" />
      ))}
      {more > 0 && (
        <span className={classNames(round, sizes.tiny, 'bg-sunken text-ink-2 tabular-nums')}>
          +{more}
        </span>
      )}
    </span>
  );
}

function isOwn(pictureUrl: string): boolean {
  const { href, origin } = window.location;
  return URL.canParse(pictureUrl, href) && new URL(pictureUrl, href).origin === origin;
}
