import { useEffect, useEffectEvent, useRef, useState } from 'react';

const pauseMs = 300;

/**
 * Text of a search field whose search is part of the address and starts when typing pauses. The field keeps its own
 * value, since the address follows later.
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);

  const send = useEffectEvent(() => {
    sent.current = text.trim();
    onSearch(sent.current);
  });

  useEffect(() => {
    if (text.trim() === sent.current) {
      return;
    }
    const timer = setTimeout(() => send(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  // A link of the sidebar changes the address too; what is being typed is not taken back by its own echo.
  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search;
      setText(search);
    }
  }, [search]);

  return { text, setText };
}
