import { BlockList, isIPv6 } from 'node:net';

/** Networks that are not the public internet (IANA special-purpose registries). */
const special = new BlockList();
const ipv4Networks: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, prefix] of ipv4Networks) {
  special.addSubnet(network, prefix, 'ipv4');
}

/** The public part of IPv6, without tunnels to IPv4 and documentation addresses. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
special.addSubnet('2001::', 23, 'ipv6');
special.addSubnet('2001:db8::', 32, 'ipv6');
special.addSubnet('2002::', 16, 'ipv6');
special.addSubnet('3fff::', 20, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) {
    return !special.check(address, 'ipv4');
  }
  // A zone (`fe80::1%eth0`) never belongs to a public address.
  return (
    !address.includes('%') && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
  );
}
