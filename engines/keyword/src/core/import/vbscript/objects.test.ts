import { expect, test } from 'vitest';
import { formatVbScript } from '../../../testing/index.ts';

test.each<[code: string, expected: string[]]>([
  ['WebElement("innertext:=Total").Click', ['click <text Total exact>']],
  ['WebElement("innertext:=Tot.*").Click', ['click <text Tot>']],
  ['WebElement("innertext:=.*l","class:=a  b").Click', ['click <css .a.b>']],
  ['WebElement("class:=x.*").Click', ['click <css .x>']],
  ['Image("file name:=logo\\.png").Click', ['click <css img[src="logo.png"]>']],
  ['WebElement("acc_name:=Close").Click', ['click <css [aria-label="Close"]>']],
  ['WebElement("data-x:=.*1").Click', ['click <css [data-x*="1"]>']],
  ['WebElement("a b:=1").Click', ['1: Nothing in its description finds an element.']],
  ['WebElement("html id:=[a-z]").Click', ['1: Nothing in its description finds an element.']],
  ['WebElement("css:=#a > b").Click', ['click <css #a > b>']],
  ['WebElement("css selector:=.a").Click', ['click <css .a>']],
  ['WebElement("innertext:=Go", "index:=0").Click', ['click <text Go exact>']],
  ['WebElement("innertext:=Go", "index:=1").Click', ['1: Nothing in its description finds an element.']],
  ['WebElement("html tag:=LI").Click', ['click <css li>']],
  ['WebElement(a + b).Click', ['1: Its description is computed.']],
  [
    'Frame("name:=inner").Link("text:=Go").Click',
    ['click <role link Go exact in css :is(iframe, frame):is([name="inner"], [id="inner"], [title="inner"])>'],
  ],
  [
    'Frame("html id:=inner").Link("text:=Go").Click',
    ['click <role link Go exact in css :is(iframe, frame):is([name="inner"], [id="inner"], [title="inner"])>'],
  ],
  [
    'Frame("title:=inner").Link("text:=Go").Click',
    ['click <role link Go exact in css :is(iframe, frame):is([name="inner"], [id="inner"], [title="inner"])>'],
  ],
  ['Frame("url:=/x").Link("text:=Go").Click', ['1: Nothing in the description of its frame finds it.']],
  ['Frame(a + b).Link("text:=Go").Click', ['1: Nothing in the description of its frame finds it.']],
  ['WebEdit("pay").Click', ['click <label pay>']],
  ['WebCheckBox("x").Click', ['click <role checkbox x>']],
  ['WebElement("x").Click', ['click <text x exact>']],
  ['WebTable("x").Click', ['click <role table x>']],
])('%s', (object, expected) => {
  expect(formatVbScript(`Browser("a").Page("b").${object}`)).toEqual(expected);
});
