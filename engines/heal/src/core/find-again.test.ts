import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAll, findAgain, probabilitiesOf, readOdds, verdictLimits, weigh } from './find-again.ts';
import { type ElementPrint, readPrint } from './print.ts';
import { TextReader } from './texts.ts';
import { trainedModel } from './trained-model.ts';
import { preparePrint, type Trait, traits } from './traits.ts';

const printOf = (given: Partial<ElementPrint> = {}): ElementPrint => ({
  tag: 'button',
  type: 'button',
  text: '',
  label: '',
  placeholder: '',
  attributes: {},
  box: { x: 10, y: 10, width: 80, height: 30 },
  neighbours: ['', ''],
  within: [],
  path: ['form', 'main', 'body'],
  twin: { index: 1, count: 1 },
  seenAt: '',
  ...given,
});
const button = (text: string, given: Partial<ElementPrint> = {}) => printOf({ text, ...given });
const link = (text: string, href: string, given: Partial<ElementPrint> = {}) =>
  printOf({ tag: 'a', type: '', text, attributes: { href }, ...given });
const field = (label: string, given: Partial<ElementPrint> = {}) =>
  printOf({ tag: 'input', type: 'text', label, ...given });

/** The page's elements besides the one searched for. */
const others: ElementPrint[] = [
  link('Home', '/'),
  link('Orders', '/orders'),
  link('People', '/people'),
  link('Settings', '/settings'),
  button('Help', { attributes: { class: 'btn', id: 'help' } }),
  button('Close', { attributes: { class: 'btn', id: 'close' } }),
  field('Search', { placeholder: 'Number or name' }),
  printOf({ tag: 'label', type: '', text: 'Search' }),
];
const pay = button('Pay now', {
  attributes: { id: 'pay', class: 'btn primary', 'data-testid': 'pay' },
  within: ['Your cart'],
});
const email = field('Email', { attributes: { id: 'email', name: 'email' }, placeholder: 'name@example.com' });
const bills = link('Invoices', '/bills', {
  attributes: { href: '/bills', class: 'nav-link' },
  within: ['Main menu'],
});

describe('an element is found again', () => {
  it.each<[string, ElementPrint, ElementPrint]>([
    ['as it was', pay, pay],
    ['with another id and class', pay, { ...pay, attributes: { id: 'x1', class: 'button', 'data-testid': 'pay' } }],
    [
      'elsewhere on the page',
      pay,
      { ...pay, path: ['div.bar', 'footer', 'body'], box: { x: 900, y: 700, width: 120, height: 40 } },
    ],
    ['as a field with another id', email, { ...email, attributes: { id: 'mail', name: 'email' } }],
    ['as a link to another place', bills, { ...bills, attributes: { href: '/sales/bills', class: 'nav-link' } }],
    ['with letters in another case', bills, { ...bills, text: 'INVOICES' }],
  ])('%s', (_what, known, now) => {
    const { verdict, matches } = findAgain(known, [...others.slice(0, 4), now, ...others.slice(4)]);
    expect(matches[0]?.index).toBe(4);
    expect([verdict, matches[0]?.probability]).toEqual(['same', expect.any(Number)]);
  });

  it('by its row, among others that show the same', () => {
    const inRow = (name: string) => button('Delete', { within: [name, 'Members'], attributes: { class: 'link' } });
    const { matches } = findAgain(inRow('Max'), [inRow('Zoë'), inRow('Ada'), inRow('Max')]);
    expect(matches[0]?.index).toBe(2);
  });

  it('by its position among others, if nothing else distinguishes them', () => {
    const nth = (index: number) => button('Add', { twin: { index, count: 3 } });
    const { matches, verdict } = findAgain(nth(3), [nth(1), nth(2), nth(3)]);
    expect(matches[0]?.index).toBe(2);
    expect(verdict).not.toBe('same');
  });
});

describe('a missing element is not found', () => {
  it.each<[string, ElementPrint, ElementPrint[]]>([
    ['on a page without anything', pay, []],
    ['on a page with other things', pay, others],
    ['among fields with other labels', email, [field('Street'), field('Town'), ...others]],
  ])('%s', (_what, known, page) => {
    expect(findAgain(known, page).verdict).toBe('gone');
  });

  it('two elements that are equal in everything are undecided', () => {
    const { verdict, matches } = findAgain(pay, [pay, ...others, pay]);
    expect(verdict).toBe('unsure');
    expect(matches.slice(0, 2).map(({ index }) => index)).toEqual([0, others.length + 1]);
    expect(matches[0]?.probability).toBeCloseTo(matches[1]?.probability ?? 0, 5);
  });
});

describe('evidence', () => {
  const now = { ...pay, text: 'Pay', attributes: { class: 'btn primary', 'data-testid': 'pay' } };
  const find = () => findAgain(pay, [...others, now]).matches;
  /** The weight of an element's trait on a page; the element comes last. */
  const weightOf = (trait: Trait, known: ElementPrint, page: ElementPrint[]) => {
    const match = findAgain(known, page).matches.find(({ index }) => index === page.length - 1);
    return match?.evidence.find((one) => one.trait === trait)?.weight ?? Number.NaN;
  };

  it('shows the old and the new value', () => {
    const of = (trait: Trait) => find()[0]?.evidence.find((one) => one.trait === trait);
    expect(of('name')).toMatchObject({ was: 'Pay now', is: 'Pay', likeness: expect.closeTo(0.67, 1) });
    expect(of('id')).toMatchObject({ was: 'pay', is: '', likeness: 0 });
    expect(of('test id')).toMatchObject({ was: 'pay', is: 'pay', likeness: 1 });
    expect(of('role')).toMatchObject({ was: 'button', is: 'button' });
  });

  it('lists the most significant first, and omits what neither has', () => {
    const evidence = find()[0]?.evidence ?? [];
    const weights = evidence.map(({ weight }) => Math.abs(weight));
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    const listed = evidence.map(({ trait }) => trait);
    expect(listed.toSorted()).toEqual(
      ['class', 'id', 'name', 'path', 'place', 'role', 'size', 'tag', 'test id', 'type', 'within'].toSorted(),
    );
  });

  it('lists at most five traits', () => {
    const matches = find();
    expect(matches).toHaveLength(5);
    expect(matches[0]?.index).toBe(others.length);
  });

  it('gives rare values on the page more weight', () => {
    const inForm = (text: string) => button(text, { attributes: { class: 'btn primary' } });
    const page = ['Save', 'Send', 'Back', 'Next', 'Stop', 'Undo'].map(inForm);
    const [rare, usual] = [weightOf('class', pay, [...others, now]), weightOf('class', pay, [...page, now])];
    expect(rare).toBeGreaterThan(usual + 0.2);
  });

  const six = (given: Partial<ElementPrint>) =>
    ['Save', 'Send', 'Back', 'Next', 'Stop', 'Undo'].map((text) => printOf({ type: '', text, ...given }));
  const inClass = (name: string, role?: string) => ({
    attributes: { class: name, ...(role !== undefined && { role }) },
  });

  it.each<[string, Partial<ElementPrint>, Partial<ElementPrint>]>([
    ['of another role', { tag: 'button' }, { tag: 'select' }],
    ['without a role and of another tag', { tag: 'i' }, { tag: 'b' }],
    [
      'of the same tag and another role',
      { tag: 'div', ...inClass('c', 'tab') },
      { tag: 'div', ...inClass('c', 'row') },
    ],
  ])('gives no less weight to values that elements %s share', (_what, kind, strange) => {
    const known = printOf({ type: '', text: 'Pay', ...inClass('c'), ...kind });
    const amongKin = weightOf('class', known, [...six({ ...inClass('c'), ...kind }), known]);
    const amongOthers = weightOf('class', known, [...six({ ...inClass('c'), ...strange }), known]);
    expect(amongOthers).toBeGreaterThan(amongKin + 0.2);
  });

  it('counts role and tag among all elements, because kin share them anyway', () => {
    const known = button('Pay');
    const [few, many] = [six({ tag: 'select' }), six({ tag: 'button' })].map((page) => [...page, known]);
    for (const trait of ['role', 'tag'] as const)
      expect(weightOf(trait, known, few!)).toBeGreaterThan(weightOf(trait, known, many!) + 0.2);
  });

  it('counts an element with a new role among elements of that role', () => {
    const known = button('Pay', inClass('c'));
    const moved = printOf({ tag: 'select', text: 'Pay', ...inClass('c') });
    const rare = weightOf('class', known, [...six({ tag: 'select', ...inClass('d') }), moved]);
    const usual = weightOf('class', known, [...six({ tag: 'select', ...inClass('c') }), moved]);
    expect(rare).toBeGreaterThan(usual + 0.2);
  });

  it('weighs against an element by as much as another one is more alike', () => {
    const texts = new TextReader();
    const known = preparePrint(pay, texts);
    const page = [pay, button('Pay now 2'), button('Help')];
    const comparisons = page.map((print) => compareAll(known, preparePrint(print, texts)));
    const all = (value: number) => Object.fromEntries(traits.map((trait) => [trait, value])) as Record<Trait, number>;
    const weights = weigh(comparisons, { ...trainedModel, scale: all(0), relative: all(2) });
    const name = traits.indexOf('name');
    const behind = comparisons.map((comparison) => 2 * (1 - (comparison[name]?.similarity ?? 0)));
    expect(weights.map((weight) => weight[name])).toEqual(behind.map((value) => expect.closeTo(-value, 5)));
    expect(behind[1]).toBeGreaterThan(0);
    expect(behind[2]).toBeGreaterThan(behind[1] ?? 0);
  });
});

describe('probabilities', () => {
  it('allow for an element that was removed', () => {
    expect(probabilitiesOf([], -1)).toEqual([]);
    const [one] = probabilitiesOf([0], 0);
    expect(one).toBeCloseTo(0.5, 5);
    const [a, b] = probabilitiesOf([1000, 0], -1);
    expect([a, b]).toEqual([1, 0]);
  });

  it.each([
    [0.5, { slope: 1, offset: 0 }, 0.5],
    [0.9, { slope: 1, offset: 0 }, 0.9],
    [0.9, { slope: 0.5, offset: 0 }, 0.75],
    [0.5, { slope: 1, offset: Math.log(3) }, 0.75],
    [1, { slope: 1, offset: 0 }, 1],
    [0, { slope: 1, offset: 0 }, 0],
  ])('%d is calibrated by %j to %d', (probability, reading, expected) => {
    expect(readOdds(probability, reading)).toBeCloseTo(expected, 5);
  });

  it('stay between 0 and 1, and in the order of the matches, on any page', () => {
    const text = fc.string({ maxLength: 12 });
    const any = fc
      .record({ tag: fc.constantFrom('a', 'button', 'div', 'input'), text, label: text, id: text })
      .map(({ id, ...rest }) => printOf({ ...rest, attributes: { id } }));
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 12 }), (known, page) => {
        const { matches } = findAgain(known, page);
        const chances = matches.map(({ probability }) => probability);
        expect(chances).toEqual(chances.toSorted((a, b) => b - a));
        for (const chance of chances) expect(chance >= 0 && chance <= 1).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('lead to a verdict within its limits', () => {
    expect(verdictLimits.gone).toBeLessThan(verdictLimits.same);
  });
});

describe('a stored print', () => {
  it.each([null, 'button', {}, { tag: 5 }, { text: 'Pay' }])('%j is too little', (kept) => {
    expect(readPrint(kept)).toBeUndefined();
  });

  it('is read as far as possible, like those of earlier recordings', () => {
    const kept = {
      tag: 'a',
      text: 7,
      attributes: { id: 'x', n: 1 },
      box: { x: Number.NaN, y: 2 },
      within: ['A', 3],
      css: 'a',
    };
    expect(readPrint(kept)).toEqual({
      tag: 'a',
      type: '',
      text: '',
      label: '',
      placeholder: '',
      attributes: { id: 'x', n: '' },
      box: { x: 0, y: 2, width: 0, height: 0 },
      neighbours: [],
      within: ['A'],
      path: [],
      twin: { index: 1, count: 1 },
      seenAt: '',
    });
  });

  it('is read back as written', () => {
    expect(readPrint(JSON.parse(JSON.stringify(pay)))).toEqual(pay);
  });
});
