import { parseXmlDocument } from 'slimdom';
import { expect, test } from 'vitest';
import { evaluateXPath1 } from './evaluate-xpath1.ts';
import { NotXPath1, parseXPath1 } from './parse-xpath1.ts';

const document = parseXmlDocument(`<?xml version="1.0"?><!-- top --><?pi data?>
<doc xmlns:p="urn:p" xml:lang="en"><title>Shop</title>
<chapter n="1"><title>One</title><section id="a"><para type="warning">p1</para><para>p2</para></section><section/></chapter>
<chapter n="2"><title>Two</title><section><para type="warning">p3</para><para xml:lang="de-AT">p4</para></section></chapter>
<chapter n="10"><title>Ten</title><p:note>n1</p:note></chapter>
<price>9</price><price>10</price><price>free</price><mixed>a<![CDATA[b]]>c<!-- no -->d</mixed></doc>`);
const namespaces: Record<string, string> = { '': '', p: 'urn:p', xml: 'http://www.w3.org/XML/1998/namespace' };
const evaluate = (path: string) =>
  evaluateXPath1(path, document, (prefix) => {
    if (namespaces[prefix] === undefined) throw new Error(`no prefix ${prefix}`);
    return namespaces[prefix];
  }).map(({ value, node }) => (node === undefined || typeof value !== 'string' ? value : value.replace(/\s+/g, '')));

test.each<[path: string, found: (string | number | boolean)[]]>([
  // §2: location paths and abbreviations, as explained in the recommendation.
  ['/doc/chapter[2]/title', ['Two']],
  ['//para', ['p1', 'p2', 'p3', 'p4']],
  ['/descendant::para[2]', ['p2']],
  ['//para[2]', ['p2', 'p4']],
  ['//section/para[last()]', ['p2', 'p4']],
  ['//para[@type="warning"][2]', []],
  ['(//para[@type="warning"])[2]', ['p3']],
  ['//chapter[title="Two"]/@n', ['2']],
  ['//chapter[title]/section[not(para)]', ['']],
  ['//para[position()=1]', ['p1', 'p3']],
  ['//chapter[position() mod 2 = 1]/title', ['One', 'Ten']],
  ['/child::doc/child::*[position()<3]/title', ['One']],
  ['//section[@id and para]', ['p1p2']],
  ['id("x")', []],
  ['/doc/title/..//chapter[3]/title', ['Ten']],
  ['//para[2]/preceding-sibling::para', ['p1', 'p3']],
  ['//para[1]/following-sibling::*', ['p2', 'p4']],
  ['//para[.="p3"]/preceding::para', ['p1', 'p2']],
  ['//para[.="p3"]/preceding::para[1]', ['p2']],
  ['//para[.="p3"]/ancestor::*[1]/../title', ['Two']],
  ['name(//para[.="p3"]/ancestor::*[last()])', ['doc']],
  ['count(//para[.="p2"]/following::*)', [13]],
  ['//p:note', ['n1']],
  ['//p:*', ['n1']],
  ['//note', []],
  ['count(//comment())', [2]],
  ['//processing-instruction("pi")', ['data']],
  ['string(//mixed/text()[1])', ['abc']],
  ['count(//mixed/text())', [2]],
  ['//title | //p:note | //title', ['Shop', 'One', 'Two', 'Ten', 'n1']],
  // Axes of attributes.
  ['//@id/..', ['p1p2']],
  ['name(//@id/ancestor::chapter)', ['chapter']],
  ['//@id/parent::section/para[1]', ['p1']],
  ['count(//@id/ancestor-or-self::node())', [5]],
  ['//@id/following::para[1]', ['p1']],
  ['count(//@id/preceding::title)', [2]],
  ['count(//@id/following-sibling::node())', [0]],
  ['count(//@id/child::node())', [0]],
  ['//@type[. = "warning"]/self::node()', ['warning', 'warning']],
  ['count(//@*)', [8]],
  // §3.4: comparisons of mixed types.
  ['"10" = 10', [true]],
  ['"10" < "9"', [false]],
  ['"a" < "b"', [false]],
  ['//price = 10', [true]],
  ['//price != 10', [true]],
  ['//price > "9"', [true]],
  ['//price > 10', [false]],
  ['9 >= //price', [true]],
  ['//chapter/@n > "9"', [true]],
  ['//chapter[@n > "9"]/title', ['Ten']],
  ['//chapter[@n = "1.0"]', []],
  ['count(//chapter[@n = 1.0])', [1]],
  ['//none = false()', [true]],
  ['//price = true()', [true]],
  ['//none = //price', [false]],
  ['//none != //price', [false]],
  ['//title = //price', [false]],
  ['//price < //chapter/@n', [true]],
  ['//price >= //chapter/@n', [true]],
  ['true() = "x"', [true]],
  ['1 = true()', [true]],
  ['string(//price) + 1', [10]],
  ['//price * 2', [18]],
  // §3.5 and §4.4: numbers.
  ['5 mod 2', [1]],
  ['5 mod -2', [1]],
  ['-5 mod 2', [-1]],
  ['1.5 mod 0.5', [0]],
  ['1 div 0', [Number.POSITIVE_INFINITY]],
  ['- - 3', [3]],
  ['2 + 3 * 4 - 6 div 2', [11]],
  ['number("  12.5 ")', [12.5]],
  ['number("1e3")', [Number.NaN]],
  ['number(true())', [1]],
  ['sum(//price[. != "free"])', [19]],
  ['round(-1.5)', [-1]],
  ['round(2.5)', [3]],
  ['floor(-1.5)', [-2]],
  ['ceiling(1.2)', [2]],
  ['string(1000000000000000000000000)', ['1000000000000000000000000']],
  ['string(0.0000001)', ['0.0000001']],
  ['string(-0)', ['0']],
  ['string(1 div 0)', ['Infinity']],
  // §4.2: strings, with the recommendation's own examples.
  ['starts-with("abc", "ab")', [true]],
  ['substring-before("1999/04/01","/")', ['1999']],
  ['substring-after("1999/04/01","/")', ['04/01']],
  ['substring-after("1999/04/01","19")', ['99/04/01']],
  ['substring("12345", 2, 3)', ['234']],
  ['substring("12345", 2)', ['2345']],
  ['substring("12345", 1.5, 2.6)', ['234']],
  ['substring("12345", 0, 3)', ['12']],
  ['substring("12345", 0 div 0, 3)', ['']],
  ['substring("12345", 1, 0 div 0)', ['']],
  ['substring("12345", -42, 1 div 0)', ['12345']],
  ['substring("12345", -1 div 0, 1 div 0)', ['']],
  ['string-length("a😀")', [2]],
  ['normalize-space("  a \t b\n")', ['a b']],
  ['translate("bar","abc","ABC")', ['BAr']],
  ['translate("--aaa--","abc-","ABC")', ['AAA']],
  ['contains(//title, "hop")', [true]],
  ['concat(//title, "-", count(//para))', ['Shop-4']],
  ['//para[lang("de")]', ['p4']],
  ['count(//para[lang("EN")])', [3]],
  ['boolean(//none)', [false]],
  ['not(//none) and "x" or //y', [true]],
  ['namespace-uri(//p:*)', ['urn:p']],
  ['local-name(//p:*)', ['note']],
  // §3.7: names that are operators elsewhere.
  ['count(//div | //mod)', [0]],
  ['3*count(//price)', [9]],
])('XPath 1.0: %s', (path, found) => {
  expect(evaluate(path)).toEqual(found);
});

test.each([
  '',
  '//',
  'a b',
  '//a[',
  'for $x in //a return $x',
  '1 to 3',
  '//a/string()',
  'upper-case("a")',
  '(1, 2)',
  '$x',
  'a::b',
  'if (1) then 2 else 3',
  '//a[1',
  'count()',
  '//@',
  '"abc',
  'a eq b',
  '//a ! b',
  `${'('.repeat(500)}1${')'.repeat(500)}`,
])('not XPath 1.0: %s', (path) => {
  expect(() => parseXPath1(path)).toThrow(NotXPath1);
});

const nested = parseXmlDocument('<a>'.repeat(499) + '</a>'.repeat(499));
const wide = parseXmlDocument(`<r>${'<a><b>1</b></a>'.repeat(20_000)}</r>`);
test.each([
  ['//a//a//a', nested, 497],
  ['//a/ancestor::a/descendant::a', nested, 498],
  ['//a[b = //b]', wide, /^The XPath .* needs more than 5,000,000 steps of work. Use a more specific path.$/],
  ['//a[count(preceding::a[. = following::a]) > 1]', wide, /5,000,000 steps/],
  [`//a[contains(concat(${'string(/),'.repeat(50)}"x"), position())]`, wide, /5,000,000 steps/],
])('the work of %s is counted', (path, on, outcome) => {
  const find = () => evaluateXPath1(path, on, () => '').length;
  if (typeof outcome === 'number') expect(find()).toBe(outcome);
  else expect(find).toThrow(outcome);
});
