import {
  type Language,
  markEdges,
  type SocialProviderName,
  socialProviderIds,
} from '@hearth/contract';

const names: Readonly<Record<SocialProviderName, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  facebook: 'Facebook',
  playGames: 'Play Games',
  gameCenter: 'Game Center',
  apple: 'Apple',
  github: 'GitHub',
  twitter: 'Twitter',
  yahoo: 'Yahoo',
};

/** Providers that people in China know by another name. */
const chineseNames: Readonly<Partial<Record<SocialProviderName, string>>> = {
  playGames: 'Play 游戏',
  yahoo: '雅虎',
};

const passkeys: Readonly<Record<Language, string>> = { en: 'a passkey', zh: '通行密钥' };

/** Name of a provider for a sentence, by its id such as `google.com`, or of `passkey`. */
export function providerName(id: string, language: Language): string {
  if (id === 'passkey') {
    return passkeys[language] ?? 'Passkey';
  }
  const known = Object.keys(socialProviderIds) as SocialProviderName[];
  const provider = known.find((one) => socialProviderIds[one] === id);
  if (provider === undefined) {
    return id;
  }
  return language === 'zh' ? markEdges(chineseNames[provider] ?? names[provider]) : names[provider];
}

/** Several names as one reads them: "Google and GitHub". */
export function providerNames(ids: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(ids.map((id) => providerName(id, language)));
}
