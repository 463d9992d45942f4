/** Stands in for the pages that the build of the web draws. */
export async function drawFront({ plans }, { path, search, language, locale }) {
  if (search === '?fails') {
    throw new Error('The page cannot be drawn.');
  }
  return `<h1>${[path, search, language, locale, plans.length].join('|')}</h1>`;
}
