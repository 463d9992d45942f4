/** Product names this long are recognized inside of longer words too: "MyHearth", "Hearthsupport". */
const longEnough = 5;

/** Whether a name that somebody typed would be read as the product's: "Hearth Security", "Неarth", "H e a r t h". */
export function isLookalike(name: string, productName: string): boolean {
  const product = toWords(productName).join('');
  return product !== '' && startsOf(toWords(name)).some((words) => matches(words, product));
}

/** The words from each one on: "a b c", "b c", "c". */
function startsOf(words: readonly string[]): string[][] {
  return words.map((_word, index) => words.slice(index));
}

/** Words of a name that run together count too, but not parts of two that do not begin one: "the Arthur". */
function matches(words: readonly string[], product: string): boolean {
  const [first = ''] = words;
  const isRecognizable = product.length >= longEnough || !/^[a-z0-9]+$/.test(product);
  if (isRecognizable && (first.includes(product) || words.join('').startsWith(product))) {
    return true;
  }
  return words.some((_word, index) => words.slice(0, index + 1).join('') === product);
}

/** Words as the eye reads them: one alphabet, one case, no accents. */
function toWords(text: string): string[] {
  const plain = [...text.normalize('NFKD').replace(/\p{M}+/gu, '')];
  return plain
    .map((character) => lookAlikes.get(character) ?? character.toLowerCase())
    .map((character) => lookAlikes.get(character) ?? character)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Letters by the Latin one that they look like; those whose capital looks like another letter stand
 * in both cases. From the confusables of Unicode: https://www.unicode.org/reports/tr39/
 */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'АаΑαɑᴀꓮᎪ@4',
    b: 'ВвЬьΒβʙꓐᏴƀƄƅ',
    c: 'СсϹϲᴄꓚᏟ',
    d: 'ԁᴅꓓᎠđɗԀ',
    e: 'ЕеєЄΕεɛᴇꓰᎬəэℯ3',
    f: 'ϜϝꓝƒꜰҒ',
    g: 'ɡɢԌԍꓖᏀɠ',
    h: 'НнҺһΗʜհꓧᎻħћЋђҥңӉ',
    i: 'ІіΙιıɪᎥ1lLІӀӏ|Ꭵꓲ!',
    j: 'ЈјϳᴊꓙᎫȷ',
    k: 'КкΚκᴋꓗᏦқҝƙ',
    m: 'МмΜᴍꓟᎷ',
    n: 'ΝηɴոꓠпПŋƞ',
    o: 'ОоΟοσᴏօՕꓳ0øӨөѲѳ',
    p: 'РрΡρᴘꓑᏢƥþ',
    q: 'ԚԛզɋՂ',
    r: 'ГгᴦʀꓣᎡᏒɼɾг',
    s: 'ЅѕꜱꓢᏚʂ5$Տ',
    t: 'ТтΤτᴛꓔᎢŧƭ7',
    u: 'υսᴜꓴՍц',
    v: 'νѵѴᴠꓦᏙ',
    w: 'ԜԝωᴡꓪᎳшѡ',
    x: 'ХхΧχ᙭ꓫ×',
    y: 'УуΥγʏүҮꓬᎩ',
    z: 'ΖᴢꓜʐƶᏃ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);
