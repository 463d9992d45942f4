interface Project {
  readonly subscriptionName: string;
  readonly productName: string;
}

/** Begins with a space where Latin letters may follow Chinese ones. */
export function nameProject(
  { subscriptionName, productName }: Project,
  unnamed: '一个' | '您的' | '某个',
): string {
  return subscriptionName === ''
    ? `${unnamed} ${productName} 项目`
    : ` ${productName} 项目“${subscriptionName}”`;
}

/** A name between Chinese words: spaces set it apart unless its own letters are Chinese. */
export function spaced(name: string): string {
  const start = /^\p{Script=Han}/u.test(name) ? '' : ' ';
  const end = /\p{Script=Han}$/u.test(name) ? '' : ' ';
  return `${start}${name}${end}`;
}
