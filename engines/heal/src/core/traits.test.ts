import { describe, expect, it } from 'vitest';
import { type ElementPrint, readPrint } from './print.ts';
import { TextReader } from './texts.ts';
import { compareTrait, looksTheSame, nameOf, preparePrint, roleOf, type Trait } from './traits.ts';

const printOf = (given: Partial<ElementPrint>): ElementPrint => readPrint({ tag: 'div', ...given })!;
const compare = (trait: Trait, known: Partial<ElementPrint>, now: Partial<ElementPrint>) => {
  const texts = new TextReader();
  return compareTrait(trait, preparePrint(printOf(known), texts), preparePrint(printOf(now), texts));
};
const at = (name: string, value: string) => ({ attributes: { [name]: value } });
const box = (x: number, y: number, width: number, height: number) => ({ box: { x, y, width, height } });

describe('comparing elements in a trait', () => {
  it.each<[Trait, Partial<ElementPrint>, Partial<ElementPrint>, string, number]>([
    ['role', { tag: 'button' }, { tag: 'input', type: 'submit' }, 'same', 1],
    ['role', { tag: 'button' }, { tag: 'a', attributes: { href: '#' } }, 'other', 0],
    ['tag', { tag: 'b' }, { tag: 'b' }, 'same', 1],
    ['type', { type: 'text' }, { type: 'email' }, 'other', 0],
    ['type', {}, {}, 'none', 1],
    ['type', {}, { type: 'text' }, 'gained', 0],
    ['type', { type: 'text' }, {}, 'lost', 0],
    ['name', { text: 'Save' }, { label: 'Save' }, 'same', 1],
    ['name', { text: 'Save' }, { text: 'SAVE' }, 'same', 1],
    ['name', { text: 'Inbox 3' }, { text: 'Inbox 4' }, 'close', 0.9],
    ['name', { text: 'Save' }, { text: 'Help' }, 'other', 0],
    ['placeholder', { placeholder: 'Name' }, { placeholder: 'Your name' }, 'close', 0.71],
    ['id', at('id', 'main-nav'), at('id', 'main-nav'), 'same', 1],
    ['id', at('id', 'main-nav'), at('id', 'navMain'), 'close', 0.9],
    ['id', at('id', 'main-nav'), at('id', 'main'), 'some', 0.6],
    ['field name', at('name', 'q'), at('name', 'q'), 'same', 1],
    ['field name', at('name', 'user_email'), at('name', 'email'), 'some', 0.6],
    ['link', at('href', '/a/orders.html'), at('href', 'https://x.example/a/orders'), 'same', 1],
    ['link', at('href', '/a/orders'), at('href', '/b/c/orders'), 'close', 0.7],
    ['link', at('href', '/a/orders'), at('href', '/a/people'), 'some', 0.5],
    ['link', at('href', '#'), at('href', '#'), 'same', 1],
    ['link', at('href', '#'), at('href', '/'), 'other', 0],
    ['test id', at('data-cy', 'pay'), at('data-testid', 'pay'), 'same', 1],
    ['class', at('class', 'btn primary'), at('class', 'primary  btn'), 'same', 1],
    ['class', at('class', 'btn primary'), at('class', 'btn'), 'close', 0.67],
    ['other attributes', at('data-x', '1'), at('data-x', '1'), 'same', 1],
    ['other attributes', at('data-x', '1'), at('data-x', '2'), 'other', 0],
    ['other attributes', at('aria-expanded', 'true'), at('aria-expanded', 'false'), 'none', 1],
    ['before and after', { neighbours: ['One', 'Two'] }, { neighbours: ['One', 'Six'] }, 'some', 0.5],
    ['before and after', { neighbours: ['One', 'Two'] }, { neighbours: ['Six', 'Two'] }, 'some', 0.5],
    ['before and after', { neighbours: ['One', 'Two'] }, { neighbours: ['One', 'Two'] }, 'same', 1],
    ['within', { within: ['Max', 'Members'] }, { within: ['Max', 'Team', 'Members'] }, 'same', 1],
    ['within', { within: ['Ada', 'Members'] }, { within: ['Zoë', 'Members'] }, 'other', 0.25],
    ['path', { path: ['li.item', 'ul#menu'] }, { path: ['li.item', 'ul#menu'] }, 'same', 1],
    ['path', { path: ['li', 'ul'] }, { path: ['li', 'div', 'ul'] }, 'close', 0.9],
    ['path', { path: ['li.item', 'ul#menu'] }, { path: ['li.row', 'ul#list'] }, 'close', 0.67],
    ['path', { path: ['li#a.item.last'] }, { path: ['li.last.item#a'] }, 'same', 1],
    ['order', { twin: { index: 2, count: 3 } }, { twin: { index: 2, count: 4 } }, 'same', 1],
    ['order', { twin: { index: 3, count: 3 } }, { twin: { index: 4, count: 4 } }, 'same', 1],
    ['order', { twin: { index: 1, count: 3 } }, { twin: { index: 3, count: 5 } }, 'same', 1],
    ['order', { twin: { index: 1, count: 9 } }, { twin: { index: 3, count: 8 } }, 'other', 0.33],
    ['order', { twin: { index: 1, count: 3 } }, { twin: { index: 2, count: 3 } }, 'some', 0.5],
    ['order', { twin: { index: 1, count: 1 } }, { twin: { index: 1, count: 2 } }, 'gained', 0],
    ['place', box(0, 0, 10, 10), box(0, 0, 10, 10), 'same', 1],
    ['place', box(0, 0, 10, 10), box(200, 0, 10, 10), 'some', 0.37],
    ['place', box(0, 0, 10, 10), box(0, 200, 10, 10), 'some', 0.37],
    ['place', box(40, 90, 10, 10), box(40, 90, 10, 10), 'same', 1],
    ['place', box(0, 0, 100, 200), box(50, 100, 0, 0), 'same', 1],
    ['size', box(0, 0, 99, 9), box(5, 5, 99, 19), 'some', 0.5],
  ])('%s of %j and %j: %s, %d', (trait, known, now, level, similarity) => {
    const compared = compare(trait, known, now);
    expect(compared.level).toBe(level);
    expect(compared.similarity).toBeCloseTo(similarity, 1);
  });
});

describe('the level of a likeness', () => {
  const classes = (from: number) => at('class', Array.from({ length: 20 }, (_, index) => `c${from + index}`).join(' '));
  it.each([
    [19, 'same'],
    [18, 'close'],
    [13, 'close'],
    [12, 'some'],
    [7, 'some'],
    [6, 'other'],
  ])('with %i of 20 classes in common is %j', (common, level) => {
    expect(compare('class', classes(0), classes(20 - common)).level).toBe(level);
  });
});

describe('the role of elements', () => {
  it.each<[Partial<ElementPrint>, string]>([
    [{ tag: 'div', attributes: { role: 'tab' } }, 'tab'],
    [{ tag: 'a', attributes: { href: '/' } }, 'link'],
    [{ tag: 'a' }, ''],
    [{ tag: 'area', attributes: { href: '/' } }, 'link'],
    [{ tag: 'area' }, ''],
    [{ tag: 'link', attributes: { href: '/' } }, ''],
    [{ tag: 'input', type: 'checkbox' }, 'checkbox'],
    [{ tag: 'input', type: 'email' }, 'textbox'],
    [{ tag: 'h3' }, 'heading'],
    [{ tag: 'header' }, ''],
    [{ tag: 'h10' }, ''],
    [{ tag: 'th1' }, ''],
    [{ tag: 'select' }, 'combobox'],
    [{ tag: 'span' }, ''],
  ])('%j is %j', (print, role) => {
    expect(roleOf(printOf(print))).toBe(role);
  });

  it.each<[Partial<ElementPrint>, string]>([
    [{ label: 'Email', text: 'x' }, 'Email'],
    [{ text: 'Save', attributes: { title: 'Keep' } }, 'Save'],
    [{ attributes: { alt: 'Logo', title: 'Home' } }, 'Logo'],
    [{ attributes: { title: 'Home' }, placeholder: 'Name' }, 'Home'],
    [{ placeholder: 'Name' }, 'Name'],
    [{}, ''],
  ])('%j is called %j', (print, name) => {
    expect(nameOf(printOf(print))).toBe(name);
  });
});

describe('an element that shows the same in the same part of the page', () => {
  const known = printOf({ tag: 'a', text: 'Edit', attributes: { href: '/max' }, within: ['Max', 'Members'] });
  it.each<[Partial<ElementPrint>, boolean]>([
    [{ attributes: { href: '/max', class: 'new' }, path: ['div'] }, true],
    [{ within: ['Max', 'Team'] }, true],
    [{ within: ['Zoë', 'Members'] }, false],
    [{ text: 'Delete' }, false],
    [{ tag: 'button' }, false],
    [{ attributes: { href: '/zoe' } }, false],
  ])('with %j: %s', (change, is) => {
    expect(looksTheSame(known, { ...known, ...change })).toBe(is);
  });

  it('is not recognized without a name', () => {
    const icon = printOf({ tag: 'i' });
    expect(looksTheSame(icon, icon)).toBe(false);
  });
});
