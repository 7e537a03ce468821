import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScriptsOf } from './web-app.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

test('the scripts inside a document are allowed by their hashes, files and other elements are not', () => {
  const html =
    '<script>one()\n</script><script type="module" src="/a.js"></script><style>b</style><script>two</script>';
  expect(inlineScriptsOf(html)).toEqual([`'sha256-${sha256('one()\n')}'`, `'sha256-${sha256('two')}'`]);
});
