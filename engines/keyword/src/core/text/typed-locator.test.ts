import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Locator, locatorKinds } from '../step.ts';
import { toLocatorText } from './locator-text.ts';
import { readTypedLocator } from './typed-locator.ts';

test.each<[string, Locator | undefined]>([
  ['role=button name="Sign in"', { by: 'role', value: 'button', name: 'Sign in' }],
  ['role=link name=Home exact', { by: 'role', value: 'link', name: 'Home', exact: true }],
  ['Label = "E-mail address"', { by: 'label', value: 'E-mail address' }],
  ['label=E-mail address', { by: 'label', value: 'E-mail address' }],
  ['text=Total exact', { by: 'text', value: 'Total', exact: true }],
  ['text=Total  exact', { by: 'text', value: 'Total', exact: true }],
  ['testid=submit', { by: 'testid', value: 'submit' }],
  ['css=#cart > li:first-child', { by: 'css', value: '#cart > li:first-child' }],
  ['xpath=//a[text()="x"]', { by: 'xpath', value: '//a[text()="x"]' }],
  ['#total', { by: 'css', value: '#total' }],
  ['.row', { by: 'css', value: '.row' }],
  ['[data-id="1"]', { by: 'css', value: '[data-id="1"]' }],
  ['button.primary', { by: 'css', value: 'button.primary' }],
  ['ul > li', { by: 'css', value: 'ul > li' }],
  ['//table//tr[2]', { by: 'xpath', value: '//table//tr[2]' }],
  ['Add to cart', { by: 'text', value: 'Add to cart' }],
  ['text={{title}}', { by: 'text', value: '{{title}}' }],
  ['', undefined],
  ['   ', undefined],
  ['css=', undefined],
  ['css="#total"', { by: 'css', value: '#total' }],
])('%s', (text, locator) => {
  expect(readTypedLocator(text)).toEqual(locator);
});

test('is read back as written', () => {
  const words = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
  const plain = fc.record({ by: fc.constantFrom('label', 'text', 'testid', 'placeholder'), value: words });
  const role = fc.record({ by: fc.constant('role'), value: words, name: words });
  const paths = fc.record({ by: fc.constantFrom('css', 'xpath'), value: fc.constantFrom('#a', '//b', 'a b', 'x="1"') });
  fc.assert(
    fc.property(fc.oneof(plain, role, paths), fc.boolean(), (found, isExact) => {
      const locator = { ...found, ...(isExact && found.by !== 'css' && found.by !== 'xpath' && { exact: true }) };
      expect(readTypedLocator(toLocatorText(locator as Locator))).toEqual(locator);
    }),
  );
  expect(locatorKinds).toHaveLength(7);
});
