interface Project {
  readonly subscriptionName: string;
  readonly productName: string;
}

/** The project in a sentence; `unnamed` stands for one that has no name. */
export function nameProject(
  { subscriptionName, productName }: Project,
  unnamed: '一个' | '您的' | '某个',
): string {
  return subscriptionName === ''
    ? `${unnamed} ${productName} 项目`
    : `${productName} 项目“${subscriptionName}”`;
}
