/** A sentence with its quoted texts and URLs taken out, so that patterns see only its grammar. */
export interface Phrase {
  /** With `⟦0⟧` in place of the first text, and so on. */
  text: string;
  taken: string[];
}

const quotes: [open: string, close: string][] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['`', '`'],
  ['‘', '’'],
  ["'", "'"],
];
const address = /^(?:https?:\/\/|about:|data:)[^\s⟦⟧]*[^\s⟦⟧.,;!?)]/i;
const marks = /⟦(\d+)⟧/g;

/** An apostrophe within a word opens no quotation. */
function closeOf(line: string, at: number): number {
  const pair = quotes.find(([open]) => open === line[at]);
  if (!pair) return -1;
  const isApostrophe = pair[0] === "'" || pair[0] === '‘';
  if (isApostrophe && at > 0 && /[\p{L}\p{N}]/u.test(line[at - 1] ?? '')) return -1;
  for (let end = line.indexOf(pair[1], at + 1); end > 0; end = line.indexOf(pair[1], end + 1))
    if (!isApostrophe || !/[\p{L}\p{N}]/u.test(line[end + 1] ?? '')) return end;
  return -1;
}

/** toPhrase takes the quoted texts and URLs out of a sentence. */
export function toPhrase(sentence: string): Phrase {
  const line = sentence.replace(/[⟦⟧]/g, '');
  const taken: string[] = [];
  let text = '';
  for (let at = 0; at < line.length; ) {
    const close = closeOf(line, at);
    const found =
      close > 0 ? line.slice(at + 1, close) : /\b/.test(line[at] ?? '') ? address.exec(line.slice(at))?.[0] : undefined;
    const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(line[at - 1] ?? '');
    if (found === undefined || (close < 0 && !startsWord)) {
      text += line[at];
      at += 1;
      continue;
    }
    taken.push(found);
    text += `⟦${taken.length - 1}⟧`;
    at = close > 0 ? close + 1 : at + found.length;
  }
  return { text, taken };
}

/** putBack returns a part of a phrase with its texts restored. */
export function putBack(part: string, { taken }: Phrase): string {
  return part.replace(marks, (_mark, index: string) => taken[Number(index)] ?? '').trim();
}

/** isQuoted returns whether a part of a phrase is exactly one quoted text. */
export function isQuoted(part: string): boolean {
  return /^\s*⟦\d+⟧\s*$/.test(part);
}
