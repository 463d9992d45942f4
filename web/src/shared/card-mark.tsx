import CreditCard from 'lucide-react/icons/credit-card';
import type { ReactNode } from 'react';

/** The brands' own colours, which are the same in both themes. */
const marks: Readonly<Record<string, ReactNode>> = {
  visa: (
    <path
      d="M12.6 15.2l1.5-8.2h2l-1.5 8.2zM21.3 7.2a5 5 0 0 0-1.8-.3c-2 0-3.4 1-3.4 2.5 0 1.9 2.8 1.9 2.8 2.9 0 .5-.5.8-1.3.8-.8 0-1.5-.2-2.2-.5l-.3 1.7c.5.2 1.5.5 2.5.5 2.1 0 3.5-1 3.5-2.6 0-2-2.8-2-2.8-2.9 0-.4.5-.8 1.3-.8.7 0 1.2.1 1.7.3zM26.4 7h-1.6c-.5 0-.9.1-1.1.7l-3 7.5h2.1l.4-1.2h2.6l.3 1.2H29zm-2.6 5.4l1.1-2.9.6 2.9zM11 7l-2 5.6-.2-1.1C8.4 10.3 7.3 8.9 6 8.3l1.8 6.9H10L13.1 7zM4 7h3.2c.5 0 .8.2.9.7l.7 3.4C7.9 9 6.3 7.9 4 7.3z"
      fill="#1a1f71"
    />
  ),
  mastercard: (
    <>
      <circle cx="13.5" cy="11" r="6.5" fill="#eb001b" />
      <circle cx="20.5" cy="11" r="6.5" fill="#f79e1b" />
      <path d="M17 5.5a6.5 6.5 0 0 1 0 11 6.5 6.5 0 0 1 0-11z" fill="#ff5f00" />
    </>
  ),
  amex: (
    <>
      <rect x="4" y="4" width="26" height="14" rx="2" fill="#1f72cd" />
      <path
        d="M7 14l3-6 3 6M8.2 12h3.6M15 14V8l2.5 4L20 8v6M23 8l5 6M28 8l-5 6"
        fill="none"
        stroke="#fff"
        strokeWidth="1.4"
      />
    </>
  ),
  unionpay: (
    <>
      <path d="M8 4h6l-3 14H5z" fill="#e21836" />
      <path d="M14 4h7l-3 14h-7z" fill="#00447c" />
      <path d="M21 4h7l-3 14h-7z" fill="#007b84" />
    </>
  ),
};

/** Mark of a card's brand, beside its name, so it is silent. `brand` is the provider's word. */
export function CardMark({ brand }: { readonly brand: string }) {
  const mark = marks[brand];
  return mark ? (
    <svg
      aria-hidden="true"
      viewBox="0 0 34 22"
      className="h-[22px] w-[34px] shrink-0 rounded-[4px] border border-line bg-[#fff]"
    >
      {mark}
    </svg>
  ) : (
    <span
      aria-hidden="true"
      className="grid h-[22px] w-[34px] shrink-0 place-items-center rounded-[4px] border border-line bg-surface text-ink-2"
    >
      <CreditCard className="size-4" />
    </span>
  );
}
