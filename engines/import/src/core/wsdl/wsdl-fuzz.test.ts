import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importWsdl } from './import-wsdl.ts';
import { sampleOfPattern } from './wsdl-pattern.ts';

const document = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified"><xs:include schemaLocation="other.xsd"/>
<xs:element name="ask" type="t:node"/><xs:complexType name="node"><xs:sequence><xs:element name="next" type="t:node" minOccurs="0" maxOccurs="unbounded"/><xs:choice minOccurs="2"><xs:element ref="t:ask"/><xs:element name="code" type="t:code"/><xs:any processContents="lax"/></xs:choice><xs:group ref="t:g"/></xs:sequence><xs:attribute name="a" type="t:code" use="required"/></xs:complexType>
<xs:group name="g"><xs:sequence><xs:group ref="t:g" minOccurs="0"/></xs:sequence></xs:group>
<xs:simpleType name="code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}\\d+(x|y)?"/><xs:minLength value="5"/></xs:restriction></xs:simpleType></xs:schema></types>
<message name="m"><part name="p" element="t:ask"/></message><portType name="t"><operation name="Ask"><input message="t:m"/><output message="t:m"/></operation></portType>
<binding name="b" type="t:t"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Ask"><soap:operation soapAction="urn:ask"/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:b"><soap:address location="http://h/soap"/></port></service></definitions>`;
const words = fc.constantFrom(
  '',
  't:node',
  'xs:string',
  't:g',
  'constructor',
  '__proto__',
  'minOccurs="999999999"',
  '<xs:choice>',
  '&amp;',
  '0',
  '"',
  'rpc',
  'encoded',
  'abstract="true"',
  'unbounded',
);

test('mutated descriptions never throw and always end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(document.length), fc.nat(30), words, async (at, length, inserted) => {
      const text = document.slice(0, at) + inserted + document.slice(at + length);
      await importWsdl(text, { resolve: async () => text.slice(0, at) });
    }),
    { numRuns: 300 },
  );
});

test('names are swapped without harm', async () => {
  const names = ['t:node', 't:code', 't:ask', 't:g', 't:m', 't:t', 't:b', 'xs:string'];
  const places = [...document.matchAll(/(?:type|base|ref|element|message|binding)="([^"]+)"/g)];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.constantFrom(...names),
      async ({ index, 0: whole, 1: name = '' }, other) => {
        const changed = whole.replace(name, other);
        const { steps } = await importWsdl(document.slice(0, index) + changed + document.slice(index + whole.length));
        expect(steps.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 200 },
  );
});

test('patterns of any shape end', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '(',
          ')',
          '[',
          ']',
          'a',
          '\\d',
          '{2}',
          '{9,}',
          '{99999}',
          '*',
          '+',
          '?',
          '|',
          '-',
          '^',
          '\\p{L}',
        ),
        { maxLength: 24 },
      ),
      (parts) => {
        const sample = sampleOfPattern(parts.join(''), (text) => text.length > 3);
        expect(sample === undefined || sample.length > 3).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
