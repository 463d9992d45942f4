/** The global of browsers and of Node; the contract knows neither's types. */
declare const URL: {
  new (url: string): { readonly hostname: string };
  canParse(url: string): boolean;
};

/** Limits of RFC 5321, in octets. */
const longestLocalPart = 64;
const longestAddress = 254;

/** Zero-width characters, soft hyphens and marks of direction come along when an address is copied. */
const invisible = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]/gu;

/** Joiners are part of words in Persian and Indic domains, so only local parts lose them. */
const joiners = /[\u200c\u200d]/g;

/** Atoms with dots between (RFC 5322). Beside ASCII only letters, marks and digits: signs such as ’ come from a keyboard's help. */
const localPartShape = /^(?!\.|\p{M})(?:[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]|\.(?!\.|\p{M}|$))+$/u;

/** Two labels at least; one of digits at the end belongs to an IP address. */
const domainShape =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** ASCII of domains. A URL gives a meaning to the rest: port, path, user, percent-encoding. */
const typedDomainShape = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/i;

/**
 * The address as it is stored and mailed to, in lower case and with its domain in ASCII; undefined if no mailbox can
 * have it. Decision 084.
 */
export function findEmail(written: string): string | undefined {
  const text = written.replace(invisible, '').trim();
  const at = text.lastIndexOf('@');
  const localPart = findLocalPart(text.slice(0, Math.max(at, 0)));
  const domain = findDomain(text.slice(at + 1));
  if (localPart === undefined || domain === undefined) {
    return undefined;
  }
  const email = `${localPart}@${domain}`;
  return octetsOf(email) <= longestAddress ? email : undefined;
}

function findLocalPart(written: string): string | undefined {
  const text = written.replace(joiners, '').normalize('NFC');
  if ([...written, ...text].some(isMerged)) {
    return undefined;
  }
  // Lower-casing can leave a letter and a mark that have a common form.
  const localPart = text.toLowerCase().normalize('NFC');
  const isAllowed = localPartShape.test(localPart) && octetsOf(localPart) <= longestLocalPart;
  return isAllowed ? localPart : undefined;
}

/** Characters that Unicode folds into others, such as ﬁ, ſ, the Kelvin sign, and İ in lower case. */
function isMerged(character: string): boolean {
  return character.normalize('NFKC') !== character || [...character.toLowerCase()].length > 1;
}

/** The domain of addresses as it is stored, by UTS 46, which URLs use in browsers and in Node; undefined if no mailbox can have it. */
export function findDomain(written: string): string | undefined {
  const url = `http://${written}`;
  if (!typedDomainShape.test(written) || !URL.canParse(url)) {
    return undefined;
  }
  const domain = new URL(url).hostname;
  return domainShape.test(domain) ? domain : undefined;
}

function octetsOf(text: string): number {
  return encodeURIComponent(text).replace(/%../g, '_').length;
}
