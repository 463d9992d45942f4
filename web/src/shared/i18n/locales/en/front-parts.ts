/** Words of the lower parts of the pages about the product. */
export const frontParts = {
  title: 'What you get',
  note: 'The pictures show an example.',
  people: {
    title: 'Your people',
    text: 'Paste email addresses to invite people, and choose what each of them may do.',
    owner: 'Owner',
    invited: 'Invited',
  },
  change: {
    title: 'Every change line by line',
    text: 'Change your plan at any time. You see what it costs before you confirm.',
    unused: 'Unused time on {{plan}}',
    rest: 'Rest of the period on {{plan}}',
    due: 'Due today',
  },
  failed: {
    title: 'A payment fails, and nothing breaks',
    text: 'We email the owner and try again. Everything keeps working until the last try.',
    failed: '{{price}} was not paid',
    failedNote: 'The owner gets an email',
    again: 'We try again',
    againNote: 'Everything keeps working',
    paid: '{{price}} paid',
    paidNote: 'With another card',
  },
  comparison: {
    title: 'Compare plans',
    feature: 'Feature',
    people: 'People',
    unlimited: 'Unlimited',
    yes: 'Included',
    no: 'Not included',
  },
} as const;
