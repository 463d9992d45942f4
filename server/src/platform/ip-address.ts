import { isIP, SocketAddress } from 'node:net';

/**
 * The address in one form to compare and store, from any that proxies and sockets write: with port, brackets, quotes,
 * zone, or IPv4 in IPv6. Undefined for other text.
 */
export function toIpAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[(.+)\](?::\d*)?$/.exec(bare) ?? [];
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+)(?::\d*)?$/.exec(bare) ?? [];
  const address = inBrackets ?? beforePort ?? bare;
  if (isIP(address) !== 6) {
    return isIP(address) === 4 ? address : undefined;
  }
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return canonical.replace(/^::ffff:(?=\d+\.)/, '');
}
