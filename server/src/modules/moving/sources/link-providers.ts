/** Firebase's id of a provider by the name that Supabase and better-auth give it. Unknown names stay. */
export function toProviderId(name: string): string {
  return providerIds[name] ?? name;
}

const providerIds: Readonly<Record<string, string>> = {
  google: 'google.com',
  github: 'github.com',
  facebook: 'facebook.com',
  apple: 'apple.com',
  twitter: 'twitter.com',
  x: 'twitter.com',
  azure: 'microsoft.com',
  microsoft: 'microsoft.com',
  yahoo: 'yahoo.com',
};
