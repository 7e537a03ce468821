/** Latin letters that Unicode does not decompose. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ŧ: 't',
  Ŧ: 'T',
  þ: 'th',
  Þ: 'Th',
};

/** Replaces accented letters and ligatures with plain ones, for keys and addresses: `Käse` becomes `Kase`, `Größe` becomes `Grosse`. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßẞæÆœŒøØđĐðÐħĦıłŁŧŦþÞ]/g, (letter) => plainLetters[letter] ?? letter);
