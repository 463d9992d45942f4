export const words = {
  refusals: {
    'picture/not-found': 'There is no such picture.',
    'picture/wrong-type': 'A picture has to be a PNG, JPEG or WebP file.',
  },
  activity: { 'picture.added': '{{actor}} added a picture' },
  pictures: {
    title: 'Pictures',
    sub: 'Pictures of this project.',
    new: 'New picture',
    file: 'File',
    hint: 'PNG, JPEG or WebP, at most 2 MB.',
    missing: 'Please choose a file.',
    add: 'Add the picture',
    picture: 'Picture',
    addedOn: 'Added on',
    alt: 'Picture of {{date}}',
    empty: 'No pictures yet',
    emptyHint: 'Pictures appear here once someone adds one.',
    mine: 'My pictures',
    mineSub: 'Pictures that you have added, in all projects.',
    latest: 'Latest pictures',
    all: 'All pictures',
  },
} as const;

/** Words of another language have the keys of English. */
export type Words = {
  readonly [Group in keyof typeof words]: {
    readonly [Key in keyof (typeof words)[Group]]: string;
  };
};
