import type { SocialProviderName } from '@hearth/contract';
import type { ReactNode } from 'react';

const marks: Partial<Record<SocialProviderName, ReactNode>> = {
  microsoft: (
    <>
      <path fill="#f25022" d="M1 1h10.5v10.5H1z" />
      <path fill="#7fba00" d="M12.5 1H23v10.5H12.5z" />
      <path fill="#00a4ef" d="M1 12.5h10.5V23H1z" />
      <path fill="#ffb900" d="M12.5 12.5H23V23H12.5z" />
    </>
  ),
  facebook: (
    <path
      fill="#0866ff"
      d="M24 12a12 12 0 1 0-13.9 11.9v-8.4h-3V12h3V9.4c0-3 1.8-4.7 4.5-4.7 1.3 0 2.7.2 2.7.2v3h-1.5c-1.5 0-2 .9-2 1.9V12h3.4l-.5 3.5h-2.8v8.4A12 12 0 0 0 24 12"
    />
  ),
  apple: (
    <path d="M12.2 6.9c-1 0-2.5-1-4-1-2 0-4 1.2-5 3-2 3.7-.5 9.1 1.5 12.1 1 1.4 2.2 3 3.8 3s2-1 4-1c1.8 0 2.3 1 4 1s2.6-1.5 3.6-3c1.2-1.7 1.6-3.3 1.7-3.4 0 0-3.2-1.2-3.2-4.9 0-3 2.5-4.5 2.6-4.5-1.4-2.1-3.6-2.4-4.4-2.4-2-.1-3.7 1.1-4.6 1.1m3.4-3.1c.8-1 1.4-2.4 1.2-3.8-1.2.1-2.7.8-3.5 1.8-.8.9-1.5 2.3-1.3 3.7 1.3.1 2.7-.7 3.6-1.7" />
  ),
  github: (
    <path d="M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2.1 1.8 1.2 1.8 1.2 1.1 1.8 2.8 1.3 3.5 1 .1-.8.4-1.3.8-1.6-2.7-.3-5.5-1.3-5.5-5.9 0-1.3.5-2.4 1.2-3.2-.1-.3-.5-1.5.1-3.2 0 0 1-.3 3.3 1.2a11.5 11.5 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.6 1.7.2 2.9.1 3.2.8.8 1.2 1.9 1.2 3.2 0 4.6-2.8 5.6-5.5 5.9.4.4.8 1.1.8 2.2v3.3c0 .3.2.7.8.6A12 12 0 0 0 12 .3" />
  ),
  twitter: (
    <path d="M14.2 10.2 23 0h-2.1l-7.6 8.8L7.3 0h-7l9.1 13.3L.3 24h2l8-9.3 6.4 9.3h7zm-2.8 3.3-1-1.4L3.1 1.6h3.2l6.9 9.8 7.7 11.1h-3.1z" />
  ),
  playGames: (
    <path
      fill="#34a853"
      d="M7 6h10a5 5 0 0 1 4.9 4l1.2 6a3 3 0 0 1-5.3 2.4L16 16H8l-1.8 2.4A3 3 0 0 1 .9 16l1.2-6A5 5 0 0 1 7 6m-.5 3v1.5H5v2h1.5V14h2v-1.5H10v-2H8.5V9zM16 9a1.25 1.25 0 1 0 0 2.5A1.25 1.25 0 0 0 16 9m2.5 2.5a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5"
    />
  ),
  gameCenter: (
    <>
      <circle cx="8" cy="8.5" r="6.5" fill="#5ac8fa" />
      <circle cx="16.5" cy="7" r="5" fill="#ff9500" />
      <circle cx="15.5" cy="16" r="6.5" fill="#af52de" />
      <circle cx="6.5" cy="17.5" r="4.5" fill="#34c759" />
    </>
  ),
  yahoo: (
    <path
      fill="#6001d2"
      d="M1 6h4.5l3 7.5 3-7.5H16L9.5 21H5l1.7-4zM17.5 3H22l-3 9h-3.5zm0 11a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6"
    />
  ),
};

/** A provider's mark, if it has one; black ones follow the page's colour. */
export function ProviderMark({ name }: { readonly name: SocialProviderName }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className="size-[18px]">
      {marks[name]}
    </svg>
  );
}
