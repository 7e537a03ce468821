import { compileRegex } from '@touchstone/engine-assert/core';

/** A search, and its replacement. */
export interface TextQuestion {
  find: string;
  replaceWith: string;
  isRegex: boolean;
  matchCase: boolean;
}
/** A text with matches. */
export interface FoundText {
  index: number;
  count: number;
  text: string;
  /** The line of the first match, before and after replacing. */
  before: string;
  after: string;
}

const lineLength = 160;

/**
 * findTexts finds a pattern in many texts, in linear time, and returns each text after replacing it. Empty matches are
 * ignored.
 */
export function findTexts({ question, texts }: { question: TextQuestion; texts: readonly string[] }): FoundText[] {
  const { find, replaceWith, isRegex, matchCase } = question;
  const source = isRegex ? find : find.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const regex = compileRegex(`${matchCase ? '' : '(?i)'}${source}`);
  return texts.flatMap((text, index) => {
    const matcher = regex.matcher(text);
    const pieces: string[] = [];
    let count = 0;
    let end = 0;
    let first: { start: number; end: number; given: string } | undefined;
    while (matcher.find()) {
      if (matcher.start() === matcher.end()) continue;
      const given = isRegex
        ? expanded(replaceWith, (group) => (group <= matcher.groupCount() ? matcher.group(group) : null))
        : replaceWith;
      first ??= { start: matcher.start(), end: matcher.end(), given };
      pieces.push(text.slice(end, matcher.start()), given);
      end = matcher.end();
      count += 1;
    }
    if (!first) return [];
    return [{ index, count, text: pieces.join('') + text.slice(end), ...lineOf(text, first) }];
  });
}

/** Expands a replacement: `$1` is a group, `$&` the match, `$$` a dollar sign. */
const expanded = (pattern: string, group: (index: number) => string | null | undefined): string =>
  pattern.replace(/\$(\$|&|\d{1,2})/g, (_, what: string) =>
    what === '$' ? '$' : (group(what === '&' ? 0 : Number(what)) ?? ''),
  );

function lineOf(text: string, { start, end, given }: { start: number; end: number; given: string }) {
  const wholeStart = text.lastIndexOf('\n', start - 1) + 1;
  const following = text.indexOf('\n', end);
  const wholeEnd = following < 0 ? text.length : following;
  const from = Math.max(wholeStart, start - lineLength / 2);
  const to = Math.min(wholeEnd, end + lineLength / 2);
  const head = (from > wholeStart ? '…' : '') + text.slice(from, start);
  const tail = text.slice(end, to) + (to < wholeEnd ? '…' : '');
  const cut = (part: string) => (part.length > lineLength ? `${part.slice(0, lineLength)}…` : part);
  return { before: head + cut(text.slice(start, end)) + tail, after: head + cut(given) + tail };
}
