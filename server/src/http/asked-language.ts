import { type Language, languages } from '@hearth/contract';

interface LanguageRange {
  readonly language: string;
  readonly weight: number;
}

/** A tag such as `zh-TW` or `en_GB`, as the language of ours that its reader understands. */
export function toLanguage(tag: unknown): Language | undefined {
  const [language] = String(tag).trim().toLowerCase().split(/[-_]/);
  return languages.find((one) => one === language);
}

/** The language of an Accept-Language header with the greatest weight, else the first (RFC 9110, 12.5.4). */
export function findAcceptedLanguage(header = ''): Language | undefined {
  const ranges = header.split(',').flatMap((range) => toRange(range) ?? []);
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
function toRange(range: string): LanguageRange | undefined {
  const { tag, weight = '1' } =
    /^\s*(?<tag>\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(?<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(
      range,
    )?.groups ?? {};
  return tag === undefined
    ? undefined
    : { language: toLanguage(tag) ?? tag, weight: Number(weight) };
}
