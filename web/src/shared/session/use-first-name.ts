import { useAccount } from './index.ts';

/** First word of the person's name; a Chinese name is one word. */
export function useFirstName(): string {
  const { displayName } = useAccount();
  return displayName.trim().split(/\s+/)[0] ?? '';
}
