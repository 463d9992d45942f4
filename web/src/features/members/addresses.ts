import { findEmail } from '@hearth/contract';

/**
 * Addresses of a pasted list, each once, in order: separated by commas, semicolons, lines or spaces, bare or as `Grace
 * Hopper <grace@example.com>`. Other text is shown as wrong.
 */
export function toAddresses(text: string): string[] {
  const found: string[] = [];
  let rest = text;
  for (const { 0: bracketed, 1: address = '', index } of text.matchAll(/<([^<>]*)>/g)) {
    const start = index - (text.length - rest.length);
    found.push(...bareAddresses(rest.slice(0, start)).filter((piece) => piece.includes('@')));
    found.push(address.trim().replace(/^mailto:/i, ''));
    rest = rest.slice(start + bracketed.length);
  }
  found.push(...bareAddresses(rest));
  const once = new Map(
    found.filter(Boolean).map((address) => [findEmail(address) ?? address.toLowerCase(), address]),
  );
  return [...once.values()];
}

/** A piece with an address and other words is the address; one without any stays whole. */
function bareAddresses(text: string): string[] {
  return text.split(/[,;，；、\n\r\t]+/).flatMap((piece) => {
    const words = piece
      .split(/\s+/)
      .map((word) => word.replace(/^["'(]+|["').]+$/g, ''))
      .filter(Boolean);
    const addresses = words.filter((word) => word.includes('@'));
    return addresses.length > 0 ? addresses : [words.join(' ')];
  });
}
