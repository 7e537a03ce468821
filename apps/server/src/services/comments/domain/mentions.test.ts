import { expect, test } from 'vitest';
import { findMentions, mentionedWords } from './mentions.ts';

const people = [
  { userId: 'ana', name: 'Ana', email: 'ana@shop.test' },
  { userId: 'long', name: 'Ana Ruiz', email: 'ruiz@shop.test' },
  { userId: 'bo1', name: 'Bo Berg', email: 'bo@shop.test' },
  { userId: 'bo2', name: 'Bo Berg', email: 'berg@shop.test' },
  { userId: 'jürgen', name: 'Jürgen Öz', email: 'j@shop.test' },
];

test.each([
  ['nobody', 'All is well.', []],
  ['a name', 'Look, @Ana: it fails', ['ana']],
  ['the longest name', '@Ana Ruiz please', ['long']],
  ['a name in another case', '(@ana ruiz)', ['long']],
  ['a letter more is another name', '@Anabel', []],
  ['an e-mail address', 'ask @bo@shop.test.', ['bo1']],
  ['an address in a text mentions nobody', 'write to x@Ana', []],
  ['a name that two people have', '@Bo Berg', []],
  ['somebody unknown', '@Zoe and @', []],
  ['letters beyond ASCII', '@Jürgen Öz!', ['jürgen']],
  ['code', '`@Ana` and\n```\n@Ana Ruiz\n```', []],
  ['code that is never closed', '```\n@Ana', []],
  ['two, each once', '@Ana @Ana Ruiz @Ana', ['ana', 'long']],
])('mentions %s', (_what, text, expected) => {
  expect(findMentions(text, people).map(({ userId }) => userId)).toEqual(expected);
});

test('people are looked up by the first word after each @', () => {
  expect(mentionedWords('@Ana Ruiz, @bo@shop.test and a@b `@Code` @Ana')).toEqual(['ana', 'bo']);
  expect(mentionedWords(Array.from({ length: 60 }, (_, index) => `@p${index}`).join(' '))).toHaveLength(20);
});
