/** When a canceled project ends, if its owner may choose. */
export const ending = {
  when: 'When should it end?',
  laterOn: 'On {{date}}, when the paid period is over',
  later: 'When the paid period is over',
  laterOnTrial: 'On {{date}}, when the trial is over',
  laterHint: 'You can change your mind until then.',
  now: 'Now',
  nowHint: 'It ends today, for everyone in it. This cannot be undone.',
  peopleHint: 'It ends today, for all {{count}} people in it. This cannot be undone.',
  untilThen: 'Until then everything works, for everyone in it.',
  untilDate: 'Until {{date}} everything works, for everyone in it.',
  afterThen:
    'Nothing more is charged. When the project ends, open invitations end too, and no one can join. Everyone in it can still read the project and download invoices.',
  credit:
    'Your credit of {{sum}} is lost when the project ends. It pays the next charges if you keep the project, or ask us for a refund before you cancel.',
  creditSupport:
    'Your credit of {{sum}} is lost when the project ends. It pays the next charges if you keep the project, or ask {{support}} for a refund before you cancel.',
  doneLater: '{{project}} is not renewed. Everything works until it ends.',
} as const;
