export interface Sender {
  /** Empty for the product's name. */
  readonly name: string;
  readonly address: string;
}

/** Reads `hello@example.com`, or `Hearth <hello@example.com>` with any name before it. */
export function toSender(written: string): Sender {
  const { name = '', address = written } =
    /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]*)>\s*$/u.exec(written)?.groups ?? {};
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
