import { isIP, SocketAddress } from 'node:net';

/**
 * The address as it is compared and stored, out of any form in which proxies and sockets write one: with a port, in
 * brackets or quotes, with a zone, or as IPv4 in IPv6. Undefined for text that is none.
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
