import { useEffect, useState } from 'react';

/** Typing goes on if the next letter comes within this time. */
const pauseMs = 400;

/** The text as it was when it last rested. */
export function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
