import { expect, test } from 'vitest';
import { xmlPathAt } from './xml-path-at.ts';

const text = `<?xml version="1.0"?>
<shop xmlns="urn:s" xmlns:p="urn:p">
  <p:pet id="7" kind='cat'>Rex &amp; Co</p:pet>
  <p:pet id="8"><!-- none --></p:pet>
  <empty/>
</shop>`;
const at = (part: string, shift = 1) => text.indexOf(part) + shift;

test.each([
  { name: 'the text of an element', offset: at('Rex'), path: '/shop/p:pet[1]', value: 'Rex & Co' },
  { name: 'the name of an element', offset: at('p:pet id="8"'), path: '/shop/p:pet[2]', value: '' },
  { name: 'a closing tag', offset: at('</p:pet>', 4), path: '/shop/p:pet[1]', value: 'Rex & Co' },
  { name: 'an attribute', offset: at('kind'), path: '/shop/p:pet[1]/@kind', value: 'cat' },
  { name: 'the value of an attribute', offset: at('"8"'), path: '/shop/p:pet[2]/@id', value: '8' },
  { name: 'an empty element', offset: at('empty'), path: '/shop/empty', value: '' },
  { name: 'an element of elements', offset: at('<shop', 2), path: '/shop', value: undefined },
  { name: 'a declaration of a namespace', offset: at('xmlns:p'), path: '/shop', value: undefined },
])('finds $name', ({ offset, path, value }) => {
  expect(xmlPathAt(text, offset)).toEqual({ path, value });
});

test('finds nothing outside of elements', () => {
  expect(xmlPathAt(text, 3)).toBeUndefined();
  expect(xmlPathAt('', 0)).toBeUndefined();
  expect(xmlPathAt('<', 1)).toBeUndefined();
});
