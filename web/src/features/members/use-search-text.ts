import { useEffect, useEffectEvent, useRef, useState } from 'react';

const pauseMs = 300;

/** Text of the search field; the search starts when the typing pauses. */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const told = useRef(search);

  const tell = useEffectEvent(() => {
    told.current = text.trim();
    onSearch(told.current);
  });

  useEffect(() => {
    if (text.trim() === told.current) {
      return;
    }
    const timer = setTimeout(() => tell(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  // A link of the sidebar changes the address too; what is being typed is not taken back by its own echo.
  useEffect(() => {
    if (search !== told.current) {
      told.current = search;
      setText(search);
    }
  }, [search]);

  return { text, setText };
}
