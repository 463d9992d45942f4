import { type Language, matchLanguage } from '@hearth/contract';

interface LanguageRange {
  readonly language: string;
  readonly weight: number;
}

/** The one of the languages to which an Accept-Language header gives the greatest weight, else the first (RFC 9110, 12.5.4). */
export function findAcceptedLanguage(
  header: string | undefined,
  languages: readonly Language[],
): Language | undefined {
  const ranges = (header ?? '').split(',').flatMap((range) => toRange(range, languages) ?? []);
  const offers = languages.flatMap((language) => {
    const isNamed = ranges.some((range) => range.language === language);
    return ranges
      .filter((range) => range.language === (isNamed ? language : '*'))
      .map((range) => ({
        language,
        weight: range.weight,
        place: ranges.indexOf(range),
      }));
  });
  const [best] = offers
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.place - other.place);
  return best?.language;
}

/** Undefined for a malformed one. */
function toRange(range: string, languages: readonly Language[]): LanguageRange | undefined {
  const { tag, weight = '1' } =
    /^\s*(?<tag>\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(?<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(
      range,
    )?.groups ?? {};
  return tag === undefined
    ? undefined
    : { language: matchLanguage(tag, languages) ?? tag, weight: Number(weight) };
}
