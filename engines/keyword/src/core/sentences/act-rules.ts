import { toLocatorText } from '../text/locator-text.ts';
import { given, type Rule } from './grammar.ts';

const keyNames =
  'enter|return|tab|escape|esc|space|backspace|delete|home|end|page ?up|page ?down|(?:arrow ?)?(?:up|down|left|right)(?: arrow)?|f\\d{1,2}';
const modifiers = '(?:(?:control|ctrl|alt|shift|meta|command|cmd)\\s*\\+\\s*)';
const keys = `(?<keys>${modifiers}*(?:${keyNames})|${modifiers}+\\w)`;

const keyWords: Record<string, string> = {
  return: 'Enter',
  esc: 'Escape',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  ctrl: 'Control',
  command: 'Meta',
  cmd: 'Meta',
};

function keysOf(text: string): string {
  return text
    .split('+')
    .map((part) => {
      const word = part
        .trim()
        .toLowerCase()
        .replace(/ ?arrow ?/, '')
        .replace(' ', '');
      return keyWords[word] ?? (word.length === 1 ? word : word[0]!.toUpperCase() + word.slice(1));
    })
    .join('+');
}

const looksLikeAddress = (text: string) =>
  /^(?:https?:|about:|data:|\/|\{\{)|^localhost\b|^[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/i.test(text);
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const numberOf = (text: string) => {
  const at = ordinals.indexOf(text.toLowerCase());
  return at < 0 ? text.replace(/(?:st|nd|rd|th)$/i, '') : String(at + 1);
};

/** Sentences that move between pages and tabs. */
export const navigationRules: Rule[] = [
  [/^(?:go|navigate|browse) back(?: .*)?$/i, () => ({ keyword: 'goBack' })],
  [/^(?:go|navigate) forward$/i, () => ({ keyword: 'goForward' })],
  [/^(?:reload|refresh)(?: (?:the |this )?page)?$/i, () => ({ keyword: 'reload' })],
  [
    /^open (?:a )?new tab(?: (?:with|at|on|for) (?<url>.+))?$/i,
    (parts) => ({ keyword: 'newTab', args: given(parts, 'url') }),
  ],
  [
    /^(?:switch|go|change) to (?:the )?(?<number>\d+(?:st|nd|rd|th)?|first|second|third|fourth|fifth) tab$/i,
    ({ text }) => ({ keyword: 'switchTab', args: { value: numberOf(text('number')) } }),
  ],
  [
    /^(?:switch|go|change) to (?:the )?tab (?<number>\d+)$/i,
    ({ text }) => ({ keyword: 'switchTab', args: { value: text('number') } }),
  ],
  [
    /^(?:switch|change) to (?:the )?(?:tab (?:called |named |titled )?(?<title>.+)|(?<name>.+) tab)$/i,
    ({ text }) => ({ keyword: 'switchTab', args: { by: 'title', value: text('title') || text('name') } }),
  ],
  [
    /^close (?:the |this )?(?:current )?tab(?: (?<number>\d+))?$/i,
    (parts) => ({ keyword: 'closeTab', args: given(parts, 'number') }),
  ],
  [
    /^(?:resize|set|change) (?:the )?(?:size of the )?(?:window|viewport|page|browser)(?: size)? to (?<width>\d+) ?(?:x|×|by) ?(?<height>\d+)(?: pixels)?$/i,
    ({ text }) => ({ keyword: 'setViewport', args: { width: text('width'), height: text('height') } }),
  ],
  [
    /^(?:open|go to|navigate to|visit|load|browse to)(?: the)?(?: page| address| url| site| website)?(?: at)? (?<url>\S+)(?: page)?$/i,
    ({ text }) => (looksLikeAddress(text('url')) ? { keyword: 'openUrl', args: { url: text('url') } } : undefined),
  ],
];

/** Sentences about mouse and keys. */
export const mouseRules: Rule[] = [
  [
    new RegExp(`^(?:press|hit|push)(?: the)? ${keys}(?: key)?$`, 'i'),
    ({ text }) => ({ keyword: 'pressKey', args: { keys: keysOf(text('keys')) } }),
  ],
  [
    new RegExp(`^(?:press|hit|push)(?: the)? ${keys}(?: key)? (?:in|on|into) (?<target>.+)$`, 'i'),
    ({ text, element }) => ({
      keyword: 'pressKey',
      target: element('target', 'fill'),
      args: { keys: keysOf(text('keys')) },
    }),
  ],
  [
    /^double[- ]?click(?: on)? (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'doubleClick', target: element('target', 'click') }),
  ],
  [
    /^right[- ]?click(?: on)? (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'rightClick', target: element('target', 'click') }),
  ],
  [
    /^(?:hover(?: over| on)?|(?:move|point) (?:the )?(?:mouse|pointer|cursor) (?:over|to|onto)) (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'hover', target: element('target', 'click') }),
  ],
  [
    /^drag (?<target>.+?) (?:and drop it )?(?:to|onto|into|on) (?<onto>.+)$/i,
    ({ element }) => {
      const [way] = element('onto', 'look').locators;
      return way && { keyword: 'dragAndDrop', target: element('target', 'look'), args: { onto: toLocatorText(way) } };
    },
  ],
  [/^scroll (?:to the top|up)(?: of the page)?$/i, () => ({ keyword: 'scrollTo', args: { x: '0', y: '0' } })],
  [
    /^scroll (?:to the bottom|down)(?: of the page)?$/i,
    () => ({ keyword: 'scrollTo', args: { x: '0', y: '1000000' } }),
  ],
  [
    /^scroll (?:down )?to (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'scrollTo', target: element('target', 'look') }),
  ],
  [
    /^swipe (?<direction>up|down|left|right)(?:(?: by)? (?<distance>\d+) pixels)?(?: (?:on|over|in) (?<target>.+))?$/i,
    (parts) => ({
      keyword: 'swipe',
      ...(parts.has('target') && { target: parts.element('target', 'look') }),
      args: { ...given(parts, 'distance'), direction: parts.text('direction').toLowerCase() },
    }),
  ],
  [
    /^(?:click|tap|press|push|hit)(?: on)? (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'click', target: element('target', 'click') }),
  ],
  [
    /^(?:open|close|expand|follow|submit) (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'click', target: element('target', 'click') }),
  ],
];

/** Sentences that fill in forms. */
export const inputRules: Rule[] = [
  [
    /^(?:set|enter|fill in|pick|choose|select) (?:the )?date (?<date>\S+|⟦\d+⟧)? ?(?:in|into|of|for|as) (?<target>.+?)(?: to (?<later>\S+))?$/i,
    ({ text, element }) => {
      const date = text('date') || text('later');
      return date ? { keyword: 'setDate', target: element('target', 'fill'), args: { date } } : undefined;
    },
  ],
  [
    /^(?:slowly (?:type|enter)|type slowly) (?<value>.+) (?:in|into|in to) (?<target>.+)$/i,
    ({ text, element }) => ({
      keyword: 'typeSlowly',
      target: element('target', 'fill'),
      args: { value: text('value') },
    }),
  ],
  [
    /^(?:type|enter) (?<value>.+) slowly (?:in|into) (?<target>.+)$/i,
    ({ text, element }) => ({
      keyword: 'typeSlowly',
      target: element('target', 'fill'),
      args: { value: text('value') },
    }),
  ],
  [
    /^(?:type|enter|write|input|put|fill in|fill) (?<value>.+?) (?:in|into|in to|as|for) (?<target>.+)$/i,
    ({ text, element }) => ({ keyword: 'setText', target: element('target', 'fill'), args: { value: text('value') } }),
  ],
  [
    /^(?:fill(?: in| out)?|complete) (?<target>.+?) with (?<value>.+)$/i,
    ({ text, element }) => ({ keyword: 'setText', target: element('target', 'fill'), args: { value: text('value') } }),
  ],
  [/^(?:clear|empty) (?<target>.+)$/i, ({ element }) => ({ keyword: 'clear', target: element('target', 'fill') })],
  [
    /^(?:select|choose|pick) (?<value>.+?) (?:in|from|of|for|as) (?<target>.+)$/i,
    ({ text, element }) => ({
      keyword: 'selectOption',
      target: element('target', 'choose'),
      args: { value: text('value').replace(/^the (?:option|value) /i, '') },
    }),
  ],
  [
    /^(?:uncheck|untick|deselect|turn off|switch off) (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'check', target: element('target', 'check'), args: { on: 'false' } }),
  ],
  [
    /^(?:tick|check|turn on|switch on|select|choose) (?<target>.+)$/i,
    ({ element }) => ({ keyword: 'check', target: element('target', 'check') }),
  ],
  [
    /^set (?<target>.+?) to (?<value>.+)$/i,
    ({ text, element }) => ({ keyword: 'setText', target: element('target', 'fill'), args: { value: text('value') } }),
  ],
];
