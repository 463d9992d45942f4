/** Parts that screens of a product share with ours. */
export const paging = {
  name: 'Pages',
  range: '{{from, number}}–{{to, number}} of {{total, number}}',
  size: 'Rows per page',
  previous: 'Previous page',
  next: 'Next page',
} as const;

export const planLimit = {
  owner: 'A larger plan allows more.',
  memberNamed: 'Ask {{owner}}, the owner, to choose a larger plan.',
  member: 'Ask the owner to choose a larger plan.',
} as const;
