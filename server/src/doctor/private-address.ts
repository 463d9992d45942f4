import { BlockList, isIPv6 } from 'node:net';

const networks: readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];

const privateNetworks = new BlockList();
for (const network of networks) {
  privateNetworks.addSubnet(...network);
}

/** An address of this machine or of a network that the internet does not reach. */
export function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
