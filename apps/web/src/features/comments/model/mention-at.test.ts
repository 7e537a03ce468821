import { expect, test } from 'vitest';
import { insertMention, matches, mentionAt, wordsOf } from './mention-at.ts';

test.each([
  ['@', { at: 0, term: '' }],
  ['Look @An', { at: 5, term: 'An' }],
  ['Look @Ana Ru', { at: 5, term: 'Ana Ru' }],
  ['(@jür', { at: 1, term: 'jür' }],
  ['see @ana@shop.te', { at: 4, term: 'ana@shop.te' }],
  ['mail me at x@shop.test', undefined],
  ['@Ana, you', undefined],
  ['@Ana is at work today', undefined],
  ['@Ana\n', undefined],
  ['no mention', undefined],
])('in %j the open mention is %j', (text, expected) => {
  expect(mentionAt(text, text.length)).toEqual(expected);
});

test('only text before the caret counts', () => {
  expect(mentionAt('@Ana and more', 3)).toEqual({ at: 0, term: 'An' });
});

test('a mention replaces the typed text, followed by one space', () => {
  expect(insertMention('Look @An', { at: 5, term: 'An' }, 'Ana Ruiz')).toEqual({ text: 'Look @Ana Ruiz ', caret: 15 });
  expect(insertMention('@An please', { at: 0, term: 'An' }, 'Ana')).toEqual({ text: '@Ana please', caret: 5 });
});

test.each([
  ['', true],
  ['uiz', true],
  ['ANA R', true],
  ['shop.test', true],
  ['bo', false],
])('%j matches Ana Ruiz: %j', (written, expected) => {
  expect(matches({ name: 'Ana Ruiz', email: 'ana@shop.test' }, written)).toBe(expected);
});

test('people with the same name are mentioned by e-mail', () => {
  const people = [
    { name: 'Bo Berg', email: 'bo@shop.test' },
    { name: 'bo berg', email: 'berg@shop.test' },
    { name: 'Ana', email: 'ana@shop.test' },
  ];
  expect(people.map((person) => wordsOf(person, people))).toEqual(['bo@shop.test', 'berg@shop.test', 'Ana']);
});
