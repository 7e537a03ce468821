import { compileRegex } from '@touchstone/engine-assert/core';
import { fromBase64, toBase64 } from '../match/text-matchers.ts';
import { limitedBy } from '../match/value-matcher.ts';
import type { TemplateFunction, TemplateTools } from './evaluate-template.ts';
import { listOf, numberOf, plainOf, RawText, textOf } from './values.ts';

const ofText =
  (change: (text: string, args: unknown[], tools: TemplateTools) => unknown): TemplateFunction =>
  ([value, ...args], call) =>
    change(
      call.body === undefined ? textOf(value) : call.body(call.context),
      call.body ? [value, ...args] : args,
      call.tools,
    );

/** Widths and counts from a template are charged to the budget before the text is created. */
function sized(value: unknown, tools: TemplateTools): number {
  const size = Math.max(0, Math.trunc(numberOf(value)) || 0);
  tools.budget.spend('characters', size);
  return size;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** textFunctions transform strings. */
export const textFunctions: Record<string, TemplateFunction> = {
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  capitalizeFirst: ofText(capital),
  capitalize: ofText((text) => text.replace(/\S+/g, capital)),
  trim: ofText((text) => text.trim()),
  abbreviate: ofText((text, [width]) => {
    const most = numberOf(width);
    return text.length > most ? `${text.slice(0, Math.max(0, most - 3))}...` : text;
  }),
  center: ([value, width], { hash, tools }) => {
    const text = textOf(value);
    const size = sized(hash.size ?? width, tools);
    const pad = textOf(hash.pad ?? ' ');
    const left = Math.max(0, Math.floor((size - text.length) / 2));
    return text.padStart(text.length + left, pad).padEnd(size, pad);
  },
  ljust: ([value, width], { hash, tools }) =>
    textOf(value).padEnd(sized(hash.size ?? width, tools), textOf(hash.pad ?? ' ')),
  rjust: ([value, width], { hash, tools }) =>
    textOf(value).padStart(sized(hash.size ?? width, tools), textOf(hash.pad ?? ' ')),
  cut: ofText((text, [part]) => text.replaceAll(textOf(part ?? ' '), '')),
  replace: ofText((text, [part, by], tools) => {
    const [from, to] = [textOf(part), textOf(by)];
    const count = from === '' ? 0 : text.split(from).length - 1;
    tools.budget.spend('characters', text.length + count * to.length);
    return from === '' ? text : text.replaceAll(from, to);
  }),
  substring: ofText((text, [from, to]) => text.slice(numberOf(from) || 0, to === undefined ? undefined : numberOf(to))),
  slugify: ofText((text) =>
    text
      .normalize('NFD')
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '-'),
  ),
  stripTags: ofText((text) => text.replace(/<[^<>]*>/g, '')),
  wordWrap: ofText((text, [width]) => wrapped(text, Math.max(1, numberOf(width) || 80))),
  defaultIfEmpty: ([value, otherwise]) => (textOf(value) === '' ? otherwise : value),
  join: (args, { hash, tools }) => {
    const [first, second] = args;
    const isList = Array.isArray(plainOf(first));
    const items = isList ? listOf(plainOf(first)) : args.slice(0, -1);
    tools.budget.spend('steps', items.length);
    const separator = textOf(isList ? second : args.at(-1));
    return `${textOf(hash.prefix)}${items.map(textOf).join(separator)}${textOf(hash.suffix)}`;
  },
  stringFormat: ([format, ...args], { tools }) => formatted(textOf(format), args, tools),
  numberFormat: ([value, format], { hash }) => numberText(numberOf(value), format, hash),
  regexExtract: ([value, pattern, variable], { hash, assign, tools }) => {
    const text = textOf(value);
    const matcher = compileRegex(textOf(pattern)).matcher(text);
    if (!limitedBy(tools.limits, text.length, () => matcher.find()))
      return hash.default ?? `[ERROR: Nothing matched ${textOf(pattern)}]`;
    if (variable === undefined) return matcher.group(0);
    assign(
      textOf(variable),
      Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1) ?? ''),
    );
    return '';
  },
  raw: ([value]) => new RawText(textOf(value)),
};

textFunctions.urlEncode = ([value], call) => {
  const text = call.body === undefined ? textOf(value) : call.body(call.context);
  if (call.hash.decode !== true) return encodeURIComponent(text).replaceAll('%20', '+');
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

textFunctions.base64 = ([value], call) => {
  const text = call.body === undefined ? textOf(value) : call.body(call.context);
  if (call.hash.decode === true) return new TextDecoder().decode(fromBase64(text) ?? new Uint8Array());
  const encoded = toBase64(new TextEncoder().encode(text));
  return call.hash.padding === false ? encoded.replace(/=+$/, '') : encoded;
};

function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** The conversions of Java's `String.format` that stubs use: %s, %d, %x, %f, %05d, %.2f, %-10s, %%. */
function formatted(format: string, args: unknown[], tools: TemplateTools): string {
  let next = 0;
  return format.replace(
    /%(?:(\d+)\$)?([-0,+ ]*)(\d+)?(?:\.(\d+))?([sdxXfn%b])/g,
    (
      _,
      place: string | undefined,
      flags: string,
      width: string | undefined,
      digits: string | undefined,
      kind: string,
    ) => {
      if (kind === '%') return '%';
      if (kind === 'n') return '\n';
      const value = place === undefined ? args[next++] : args[Number(place) - 1];
      const text = converted(kind, value, flags, digits);
      const size = sized(width, tools);
      if (flags.includes('-')) return text.padEnd(size);
      if (!flags.includes('0')) return text.padStart(size);
      const [sign = ''] = /^[-+ ]/.exec(text) ?? [];
      return sign + text.slice(sign.length).padStart(size - sign.length, '0');
    },
  );
}

function converted(kind: string, value: unknown, flags: string, digits: string | undefined): string {
  const number = numberOf(value);
  const sign = number < 0 ? '' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  if (kind === 'd') {
    const whole = Math.trunc(number);
    return sign + (flags.includes(',') ? whole.toLocaleString('en') : String(whole));
  }
  if (kind === 'f') return sign + number.toFixed(Math.min(20, Number(digits ?? 6)));
  if (kind === 'x') return Math.trunc(number).toString(16);
  if (kind === 'X') return Math.trunc(number).toString(16).toUpperCase();
  return digits === undefined ? textOf(value) : textOf(value).slice(0, Number(digits));
}

function numberText(value: number, format: unknown, hash: Record<string, unknown>): string {
  if (Number.isNaN(value)) return '';
  const name = textOf(format);
  const most = (given: unknown, otherwise: number) => {
    const digits = numberOf(given);
    return Number.isNaN(digits) ? otherwise : Math.min(20, Math.max(0, digits));
  };
  const isPattern = /[#0]/.test(name);
  const [whole = '', fraction = ''] = name.split('.');
  const options: Intl.NumberFormatOptions = {
    useGrouping: isPattern ? whole.includes(',') : hash.groupingUsed !== false,
    minimumFractionDigits: isPattern
      ? Math.min(20, fraction.split('0').length - 1)
      : most(hash.minimumFractionDigits, 0),
    maximumFractionDigits: isPattern ? Math.min(20, fraction.length) : most(hash.maximumFractionDigits, 3),
  };
  if (name === 'integer') options.maximumFractionDigits = 0;
  if (name === 'percent') options.style = 'percent';
  if (name === 'currency') Object.assign(options, { style: 'currency', currency: textOf(hash.currency ?? 'USD') });
  if ((options.minimumFractionDigits ?? 0) > (options.maximumFractionDigits ?? 0))
    options.maximumFractionDigits = options.minimumFractionDigits;
  return value.toLocaleString('en', options);
}
