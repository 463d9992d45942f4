/** Words of the pages about the product, which visitors see before they sign up. */
export const front = {
  plans: 'Plans',
  toProjects: 'Go to your projects',
  createAccount: 'Create an account',
  free_one: 'Free for one person. No card needed.',
  free_other: 'Free for up to {{count, number}} people. No card needed.',
  freeForAll: 'Free for any number of people. No card needed.',
  example: {
    label: 'Example',
    alt: 'Example of a project on {{plan}}: the next charge is {{price}}, and some seats are taken.',
    active: 'Active',
    next: 'Next charge',
    seats: 'Seats taken',
    taken: '{{used, number}} of {{count, number}}',
  },
  pricing: {
    title: 'Plans and prices',
    sub: 'Prices are per project. Change or cancel whenever you like.',
    per: { week: 'per week', month: 'per month', year: 'per year' },
    trial_one: 'First {{count, number}} day free',
    trial_other: 'First {{count, number}} days free',
    popular: 'Most popular',
    start: 'Start for free',
    choose: 'Choose {{plan}}',
    notForSale: 'Not available right now',
  },
  answers: {
    title: 'Before you sign up',
    known: 'Good to know',
    failed: 'What happens when a payment fails?',
    failedText:
      'We email the owner and try again. Everything keeps working until the last try. After that the project is on hold until it is paid.',
    cancel: 'Can I cancel whenever I like?',
    cancelText:
      'Yes. The project ends the same day and nothing more is charged. You can still read it and download invoices.',
    cancelLaterText:
      'Yes. Everything works until the end of the time you paid for, and nothing more is charged. You can still read the project and download invoices.',
    owner: 'Can I change the owner?',
    ownerText: 'Yes. The owner can hand a project over to any of its administrators.',
    data: 'Where is my data?',
    dataText:
      'In the database of {{productName}}. Card numbers go to the payment provider and never reach us.',
  },
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;
