import { classNames } from '../ui/class-names.ts';
import { firstLetter, hueOf } from '../ui/hue.ts';

const sizes = {
  small: 'size-[22px] rounded-[6px] text-[0.71875rem]',
  medium: 'size-8 rounded-control text-label',
  large: 'size-11 rounded-[11px] text-[1.1875rem]',
};

interface ProjectMarkProps {
  /** Decides the colour. */
  readonly id: string;
  readonly name: string;
  readonly size?: keyof typeof sizes;
  /** Grey, for a project that has ended. */
  readonly ended?: boolean;
}

/** The square of a project; people are round. It is shown beside the name, so it is silent. */
export function ProjectMark({ id, name, size = 'medium', ended = false }: ProjectMarkProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center font-[650] leading-none',
        sizes[size],
        ended ? 'bg-sunken text-ink-3' : hueOf(id),
      )}
    >
      {firstLetter(name)}
    </span>
  );
}
