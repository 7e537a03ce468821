import type { Target } from '../step.ts';
import { given, type Meaning, type Parts, type Rule } from './grammar.ts';

const states: Record<string, string> = {
  visible: 'visible',
  shown: 'visible',
  displayed: 'visible',
  present: 'visible',
  there: 'visible',
  hidden: 'hidden',
  invisible: 'hidden',
  gone: 'hidden',
  enabled: 'enabled',
  active: 'enabled',
  clickable: 'enabled',
  disabled: 'disabled',
  inactive: 'disabled',
  checked: 'checked',
  ticked: 'checked',
  selected: 'checked',
  unchecked: 'unchecked',
  unticked: 'unchecked',
  focused: 'focused',
  editable: 'editable',
};
const opposites: Record<string, string> = {
  visible: 'hidden',
  hidden: 'visible',
  enabled: 'disabled',
  disabled: 'enabled',
  checked: 'unchecked',
  unchecked: 'checked',
};
const stateWords = Object.keys(states).join('|');
const isState = `(?:is|are|becomes|gets|to be|be)(?<not> not|n['’]t)? (?<state>${stateWords})`;
const appears =
  "(?<appears>appears?|exists?|shows? up|comes? up)|(?<disappears>disappears?|vanish(?:es)?|goes away|(?:does not|doesn[’']t) (?:exist|appear))";

function stateOf(text: (name: string) => string, has: (name: string) => boolean): string | undefined {
  if (has('appears')) return 'visible';
  if (has('disappears')) return 'hidden';
  const state = states[text('state').toLowerCase()];
  return has('not') && state ? opposites[state] : state;
}

const operatorWords =
  "(?<not>(?:does|is) not |(?:does|is)n[’']t )?(?<operator>is|be|equals?|reads?|says?|contains?|includes?|shows?|displays?|has the text|starts? with|begins? with|ends? with|matches?)?";

function operatorOf(text: (name: string) => string, has: (name: string) => boolean, usual = 'equals'): string {
  const word = text('operator').toLowerCase();
  const isNegative = has('not');
  if (/^(?:contain|include|show|display)/.test(word)) return isNegative ? 'does not contain' : 'contains';
  if (/^(?:start|begin)/.test(word)) return 'starts with';
  if (/^end/.test(word)) return 'ends with';
  if (/^match/.test(word)) return 'matches';
  return isNegative ? 'does not equal' : word === '' ? usual : 'equals';
}

/** Milliseconds per unit of time. */
const units: Record<string, number> = { ms: 1, milli: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000 };

/** Sentences that wait. */
export const waitRules: Rule[] = [
  [
    /^(?:wait|pause|sleep)(?: for)? (?<count>\d+(?:\.\d+)?) ?(?<unit>ms|milli|sec|s|min|m)(?:iseconds?|seconds?|onds?|utes?)?$/i,
    ({ text }) => ({
      keyword: 'wait',
      args: { ms: String(Math.round(Number(text('count')) * (units[text('unit').toLowerCase()] ?? 1))) },
    }),
  ],
  [
    /^wait (?:until|for|till) (?:the )?(?:url|address)(?: of the page)? (?<operator>is|be|equals?|contains?|to contain|to be|starts? with|ends? with|matches?) (?<url>.+)$/i,
    ({ text, has }) => {
      const word = text('operator').replace(/^to /i, '');
      return { keyword: 'waitForUrl', args: { operator: operatorOf(() => word, has), url: text('url') } };
    },
  ],
  [
    /^wait (?:until|for|till) (?:the |an )?(?:response|answer|request|call)(?: (?:of|from|to|for))? (?<url>\S+)(?: (?:comes|is there|has finished|to finish))?$/i,
    ({ text }) => ({ keyword: 'waitForResponse', args: { url: text('url') } }),
  ],
  [
    /^wait (?:until|for|till) (?:(?:the )?page (?:shows|contains|displays|to show)|i see|(?:the )?text) (?<text>.+?)(?: (?:appears|to appear|is shown|is visible))?$/i,
    ({ text }) => ({ keyword: 'waitForText', args: { text: text('text') } }),
  ],
  [
    new RegExp(`^wait (?:until|for|till) (?<target>.+?) (?:to )?(?:${isState}|${appears})$`, 'i'),
    ({ text, has, element }) => {
      const state = stateOf(text, has);
      return state ? { keyword: 'waitForElement', target: element('target', 'look'), args: { state } } : undefined;
    },
  ],
  [
    /^wait (?:until|till) (?<target>.+?) (?:shows|contains|says|displays) (?<text>.+)$/i,
    ({ text, element }) => ({
      keyword: 'waitForText',
      target: element('target', 'look'),
      args: { text: text('text') },
    }),
  ],
  [/^wait for (?<target>.+)$/i, ({ element }) => ({ keyword: 'waitForElement', target: element('target', 'look') })],
];

const that =
  '^(?:(?:verify|check|make sure|ensure|assert|confirm|expect|validate)(?: that| if| whether)? |it should be that )';
const should = '(?:should |must )?';

const isPage = /^(?:the )?(?:(?:whole |entire )?page|screen)$/i;

/** The element that a sentence is about; none for the page itself. */
function targetOf({ text, element }: Parts): Pick<Meaning, 'target'> {
  return isPage.test(text('target')) ? {} : { target: element('target', 'look') };
}

/** Sentences that verify. */
export const verifyRules: Rule[] = [
  [
    new RegExp(`${that}(?<target>.+?) (?:is|are) accessible$`, 'i'),
    (parts) => ({ keyword: 'verifyAccessibility', ...targetOf(parts) }),
  ],
  [
    new RegExp(
      `${that}(?<target>.+?) (?:still )?looks? (?:as before|the same|like before|(?:as|like) in (?:the (?:picture|baseline) )?(?<name>.+))$`,
      'i',
    ),
    (parts) => {
      const name = parts.text('name') || parts.text('target').replace(/^the /i, '');
      return { keyword: 'verifyScreenshot', ...targetOf(parts), args: { name } };
    },
  ],
  [
    new RegExp(`${that}(?:the )?(?:page )?title(?: of the page)? ${should}${operatorWords} (?<expected>.+)$`, 'i'),
    ({ text, has }) => ({
      keyword: 'verifyTitle',
      args: { operator: operatorOf(text, has), expected: text('expected') },
    }),
  ],
  [
    new RegExp(
      `${that}(?:the )?(?:page )?(?:url|address)(?: of the page)? ${should}${operatorWords} (?<expected>.+)$`,
      'i',
    ),
    ({ text, has }) => ({
      keyword: 'verifyUrl',
      args: { operator: operatorOf(text, has), expected: text('expected') },
    }),
  ],
  [
    new RegExp(`${that}(?:there (?:are|is)|(?:i|you) see) (?:exactly )?(?<count>\\d+) (?<target>.+?)$`, 'i'),
    ({ text, element }) => {
      const target = counted(element('target', 'look'));
      return target && { keyword: 'verifyCount', target, args: { expected: text('count') } };
    },
  ],
  [
    new RegExp(
      `${that}the (?:number|count) of (?<target>.+?) (?<operator>is greater than|is more than|is less than|is|equals) (?<count>\\d+)$`,
      'i',
    ),
    ({ text, element }) => {
      const target = counted(element('target', 'look'));
      const word = text('operator').toLowerCase().replace('more', 'greater');
      const operator = word === 'is' ? 'equals' : word;
      return target && { keyword: 'verifyCount', target, args: { operator, expected: text('count') } };
    },
  ],
  [
    new RegExp(
      `${that}(?:the )?(?:page|i|you)(?<not> do(?:es)? not| don[’']t| doesn[’']t| should not)? ${should}(?:see|shows?|contains?|displays?)(?: the text)? (?<text>.+)$`,
      'i',
    ),
    ({ text, has }) => seen(text('text'), has('not')),
  ],
  [
    /^(?:i )?(?:should )?(?<not>(?:do |should )?not )?see(?: the text)? (?<text>.+)$/i,
    ({ text, has }) => seen(text('text'), has('not')),
  ],
  [
    new RegExp(`${that}(?<target>.+?) (?:is|are)(?<not> not|n[’']t)? empty$`, 'i'),
    ({ element, has }) => ({
      keyword: 'verifyValue',
      target: element('target', 'fill'),
      args: { operator: has('not') ? 'is not empty' : 'is empty' },
    }),
  ],
  [
    new RegExp(`${that}(?<target>.+?) ${should}(?:${isState}|${appears})$`, 'i'),
    ({ text, has, element }) => {
      const state = stateOf(text, has);
      return state ? { keyword: 'verifyState', target: element('target', 'look'), args: { state } } : undefined;
    },
  ],
  [
    new RegExp(`${that}the value of (?<target>.+?) ${should}${operatorWords} (?<expected>.+)$`, 'i'),
    ({ text, has, element }) => ({
      keyword: 'verifyValue',
      target: element('target', 'fill'),
      args: { operator: operatorOf(text, has), expected: text('expected') },
    }),
  ],
  [
    new RegExp(`${that}(?<target>.+?) (?:has|holds) (?:the )?value (?<expected>.+)$`, 'i'),
    ({ text, element }) => ({
      keyword: 'verifyValue',
      target: element('target', 'fill'),
      args: { operator: 'equals', expected: text('expected') },
    }),
  ],
  [
    new RegExp(`${that}the attribute (?<name>\\S+) of (?<target>.+?) ${operatorWords} (?<expected>.+)$`, 'i'),
    ({ text, has, element }) => ({
      keyword: 'verifyAttribute',
      target: element('target', 'look'),
      args: { name: text('name'), operator: operatorOf(text, has), expected: text('expected') },
    }),
  ],
  [
    new RegExp(
      `${that}(?:the text of )?(?<target>.+?) ${should}(?<not>(?:does|is) not |(?:does|is)n[’']t )?(?<operator>is|equals?|reads?|says?|contains?|includes?|shows?|displays?|has the text|starts? with|begins? with|ends? with|matches?) (?<expected>.+)$`,
      'i',
    ),
    ({ text, has, element }) => ({
      keyword: 'verifyText',
      target: element('target', 'look'),
      args: { operator: operatorOf(text, has), expected: text('expected') },
    }),
  ],
];

const roles: Record<string, string> = {
  buttons: 'button',
  links: 'link',
  rows: 'row',
  images: 'img',
  headings: 'heading',
  checkboxes: 'checkbox',
  options: 'option',
  'list items': 'listitem',
  items: 'listitem',
  tabs: 'tab',
  cells: 'cell',
};

/** What "3 buttons" counts; undefined if the words don't say how to find the elements. */
function counted(target: Target): Target | undefined {
  const value = roles[target.name.toLowerCase()];
  if (value !== undefined) return { ...target, locators: [{ by: 'role', value }] };
  return target.locators[0]?.by === 'css' || target.locators[0]?.by === 'xpath' ? target : undefined;
}

function seen(text: string, isNot: boolean): Meaning {
  if (!isNot) return { keyword: 'waitForText', args: { text } };
  const target = { name: text, locators: [{ by: 'text' as const, value: text }], frame: [] };
  return { keyword: 'verifyState', target, args: { state: 'hidden' } };
}

/** Sentences that store values or act on the browser. */
export const otherRules: Rule[] = [
  [
    /^(?:store|save|remember|keep) (?:the )?(?:text|value|content) of (?<target>.+?) (?:in|as|into) (?:the variable )?(?<variable>\S+)$/i,
    ({ text, element }) => ({
      keyword: 'storeText',
      target: element('target', 'look'),
      args: { variable: text('variable') },
    }),
  ],
  [
    /^(?:store|save|remember|keep) (?:the )?attribute (?<name>\S+) of (?<target>.+?) (?:in|as|into) (?:the variable )?(?<variable>\S+)$/i,
    ({ text, element }) => ({
      keyword: 'storeAttribute',
      target: element('target', 'look'),
      args: { name: text('name'), variable: text('variable') },
    }),
  ],
  [
    /^(?:(?:store|save|remember|keep) the (?:number|count) of|count) (?<target>.+?) (?:in|as|into) (?:the variable )?(?<variable>\S+)$/i,
    ({ text, element }) => {
      const target = counted(element('target', 'look'));
      return target && { keyword: 'storeCount', target, args: { variable: text('variable') } };
    },
  ],
  [
    /^set (?:the )?variable (?<variable>\S+) to (?<value>.+)$/i,
    ({ text }) => ({ keyword: 'setVariable', args: { variable: text('variable'), value: text('value') } }),
  ],
  [
    /^set (?:the )?cookie (?<name>\S+) to (?<value>.+)$/i,
    ({ text }) => ({ keyword: 'setCookie', args: { name: text('name'), value: text('value') } }),
  ],
  [
    /^(?:set (?:the )?(?:geo)?location to|be at) (?<latitude>-?\d+(?:\.\d+)?)[, ]+(?<longitude>-?\d+(?:\.\d+)?)$/i,
    ({ text }) => ({ keyword: 'setGeolocation', args: { latitude: text('latitude'), longitude: text('longitude') } }),
  ],
  [
    /^(?:set|(?<still>stop)) (?:the )?clock (?:to|at) (?<time>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?|\d{2}:\d{2}|(?:today|now)(?:\s*[+-]\s*\d+)?)$/i,
    ({ text, has }) => ({
      keyword: 'setClock',
      args: { time: text('time'), ...(has('still') && { mode: 'stands still' }) },
    }),
  ],
  [
    /^move (?:the )?clock (?:forward )?by (?<count>\d+(?:\.\d+)?)\s*(?<unit>ms|s|m|h|d|second|minute|hour|day)s?$/i,
    ({ text }) => {
      const unit = text('unit').toLowerCase();
      return { keyword: 'moveClock', args: { by: text('count') + (unit === 'ms' ? unit : unit.charAt(0)) } };
    },
  ],
  [
    /^(?<action>accept|confirm|dismiss|cancel) (?:the )?(?:next )?(?:dialog|alert|confirmation|prompt|message)(?: with (?<text>.+))?$/i,
    ({ text, has }) => ({
      keyword: 'acceptDialog',
      args: {
        action: /^(?:accept|confirm)$/i.test(text('action')) ? 'accept' : 'dismiss',
        ...(has('text') && { text: text('text') }),
      },
    }),
  ],
  [
    /^(?:leave|exit) (?:the )?(?:i?frame)$|^(?:switch|go) back to the (?:main )?page$/i,
    () => ({ keyword: 'switchFrame' }),
  ],
  [
    /^(?:switch|go) (?:to|into) (?:the )?(?:i?frame (?<after>.+)|(?<before>.+?) i?frame)$/i,
    ({ text }) => {
      const name = text('after') || text('before');
      const value = `iframe[name=${JSON.stringify(name)}], iframe[title=${JSON.stringify(name)}]`;
      return { keyword: 'switchFrame', target: { name, locators: [{ by: 'css', value }], frame: [] } };
    },
  ],
  [
    /^(?:take|make|capture) (?:a )?(?:screenshot|picture)(?: of (?:the page|(?<target>.+?)))?(?: (?:called|named|as) (?<name>.+))?$/i,
    (parts) => ({
      keyword: 'takeScreenshot',
      ...(parts.has('target') && { target: parts.element('target', 'look') }),
      args: given(parts, 'name'),
    }),
  ],
  [
    /^(?:call|run|use) (?:the )?function (?<name>.+)$/i,
    ({ text }) => ({ keyword: 'callFunction', args: { function: text('name') } }),
  ],
  [
    /^(?:save|keep|store) (?:the |this )?(?:session|sign-in|login) as (?<name>.+)$/i,
    ({ text }) => ({ keyword: 'saveSession', args: { name: text('name') } }),
  ],
  [
    /^(?:use|restore|load) (?:the )?(?:(?:saved |kept )?(?:session|sign-in|login) (?:of |called )?(?<after>.+)|(?<before>.+?) (?:session|sign-in|login))$/i,
    ({ text }) => ({ keyword: 'useSession', args: { name: text('after') || text('before') } }),
  ],
  [
    /^(?:start|begin) (?:measuring|the measure|to measure) (?<name>.+)$/i,
    ({ text }) => ({ keyword: 'startMeasure', args: { name: text('name') } }),
  ],
  [
    /^(?:stop|end) (?:measuring|the measure) (?<name>.+?)(?: (?:after|within) at most (?<most>\d+) ?ms)?$/i,
    (parts) => ({ keyword: 'endMeasure', args: given(parts, 'name', 'most') }),
  ],
  [
    /^(?:stop|end)(?: the (?:test|script))?(?:(?: because| with):? (?<reason>.+))?$/i,
    (parts) => ({ keyword: 'stop', args: given(parts, 'reason') }),
  ],
  [/^(?:note|comment|remark): (?<text>.+)$/i, ({ text }) => ({ keyword: 'comment', args: { text: text('text') } })],
];

/** "If … is visible, …": a condition, and the sentence that depends on it. */
export const conditionPattern = new RegExp(
  `^if (?<target>.+?) (?:${isState}|${appears}),? (?:then )?(?<rest>.+)$`,
  'i',
);

/** conditionState returns the state that a condition requires. */
export function conditionState(groups: Record<string, string | undefined>): string | undefined {
  return stateOf(
    (name) => groups[name] ?? '',
    (name) => groups[name] !== undefined,
  );
}
