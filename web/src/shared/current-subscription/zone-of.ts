import type { Subscription } from '@hearth/contract';

/** Time zone of a project's dates of money. */
export const zoneOf = ({ time_zone = 'UTC' }: Pick<Subscription, 'time_zone'>) => time_zone;
