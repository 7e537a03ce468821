import { expect, test } from 'vitest';
import { textsOf, wordingProblems } from './wording.ts';

test.each([
  'The results of these runs go with them.',
  'This cannot be undone.',
  '3 free and 0 paid virtual users are there.',
  'file to write; one that exists is refused',
  'replace the installation that is there',
  'without the passphrase nobody can read it, and neither can you',
  'Your changes are not saved and would be lost.',
  'No organization fits',
  'Decided before anybody has signed in',
  'Nobody has this name.',
])('“%s” is found', (text) => expect(wordingProblems(text)).not.toEqual([]));

test.each([
  "You can't undo this.",
  'No organization matches',
  'Available: 3 free · 0 paid',
  'You have unsaved changes.',
])('“%s” is fine', (text) => expect(wordingProblems(text)).toEqual([]));

test('strings, templates and text between tags are read, comments are not', () => {
  const source = [
    '/** Somebody reads this. */',
    "const a = 'one';",
    'const b = `two ${a} three`;',
    'const c = <p title="four">',
    '  five',
    '  six {a}',
    '</p>;',
  ].join('\n');
  expect(
    textsOf('x.tsx', source)
      .map(({ text }) => text)
      .filter(Boolean),
  ).toEqual(['one', 'two … three', 'four', 'five six']);
});
