import { compileRegex } from '@touchstone/engine-assert/core';

/** What the short forms of XML Schema mean, inside of a class; those in capitals mean the others. */
const shortForms: Record<string, string> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '\\p{L}\\p{M}\\p{N}\\p{S}',
  W: '\\p{P}\\p{Z}\\p{C}',
  s: ' \\t\\n\\r',
  i: '\\p{L}_:',
  c: '\\p{L}\\p{M}\\p{N}_:.\\-·',
};
const negatives: Record<string, string> = { S: 's', I: 'i', C: 'c' };

/**
 * linearPattern turns a regular expression of XML Schema (Part 2, appendix F) into a test of a whole text in linear time; undefined where
 * it uses what cannot be told so: classes without others, names of blocks, repetitions of more than 1,000.
 */
export function linearPattern(pattern: string): ((text: string) => boolean) | undefined {
  const translated = translate(pattern);
  if (translated === undefined) return undefined;
  try {
    const compiled = compileRegex(translated);
    return (text) => compiled.matcher(text).matches();
  } catch {
    return undefined;
  }
}

const outside: Record<string, string> = { '^': '\\^', $: '\\$', '.': '[^\\n\\r]' };

function translate(pattern: string): string | undefined {
  let out = '';
  let isClass = false;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at] ?? '';
    // A class without another one, [a-z-[aeiou]], is unknown elsewhere.
    if (isClass && char === '[') return undefined;
    const escaped = char === '\\' ? escapeOf(pattern.slice(at), isClass) : plainOf(char, isClass);
    if (escaped === undefined) return undefined;
    if (char === '[') isClass = true;
    if (char === ']') isClass = false;
    out += escaped.text;
    at += escaped.length;
  }
  return out;
}

const plainOf = (char: string, isClass: boolean): { text: string; length: number } => ({
  text: isClass ? char.replace('&', '\\&') : (outside[char] ?? char),
  length: 1,
});

function escapeOf(rest: string, isClass: boolean): { text: string; length: number } | undefined {
  const char = rest[1] ?? '';
  if (char === 'p' || char === 'P') {
    const [found] = /^\\[pP]\{[A-Z][a-z]?\}/.exec(rest) ?? [];
    return found === undefined ? undefined : { text: found, length: found.length };
  }
  const inside = shortForms[char];
  if (inside !== undefined) return { text: isClass ? inside : `[${inside}]`, length: 2 };
  const opposite = negatives[char];
  if (opposite !== undefined) return isClass ? undefined : { text: `[^${shortForms[opposite]}]`, length: 2 };
  return char === '' ? undefined : { text: `\\${char}`, length: 2 };
}
