import { make, wear } from './look.js';

let opened = 0;

/**
 * The bank's dialog; closing it is a refusal. Undefined where the page was left without an answer: Stripe's frame goes with the page.
 * `look` are the page's variables, as far as they are known.
 */
export function askHolder(words, { isCard, look }) {
  opened += 1;
  const id = `emulated-bank-${opened}`;
  const button = (choice, text) =>
    make('button', { type: 'button', 'data-testid': `stripe-3ds-${choice}` }, text);
  const refuse = button('fail', words.refuse);
  const agree = button('complete', words.agree);
  const dialog = make(
    'dialog',
    {
      class: 'emulated-dialog',
      role: 'alertdialog',
      'aria-labelledby': id,
      'aria-describedby': `${id}-text`,
      'data-testid': 'stripe-3ds',
    },
    make('h2', { id }, isCard ? words.bankCard : words.bankPayment),
    make('p', { id: `${id}-text` }, words.bankText),
    make('div', {}, refuse, agree),
  );
  wear(dialog, look);
  return new Promise((resolve) => {
    const leaving = new AbortController();
    const end = (isAgreed) => {
      leaving.abort();
      // Closed before it goes, so that the browser gives the focus back.
      dialog.close();
      dialog.remove();
      resolve(isAgreed);
    };
    agree.addEventListener('click', () => end(true));
    refuse.addEventListener('click', () => end(false));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(false);
    });
    for (const event of ['popstate', 'pagehide']) {
      window.addEventListener(event, () => end(undefined), { signal: leaving.signal });
    }
    document.body.append(dialog);
    dialog.showModal();
    agree.focus();
  });
}
