import { newId } from '@touchstone/kernel';
import { own } from '../own.ts';
import { type Locator, stepLimits, type Target } from '../step.ts';
import { ImportError, type ImportedScript, isRecord, parseDocument, ScriptBuilder, textOf } from './imported-script.ts';

type Recorded = Record<string, unknown>;

const modifierKeys = ['Control', 'Shift', 'Alt', 'Meta'];

function wayOf(selector: string): Locator | undefined {
  if (selector.startsWith('xpath/')) return { by: 'xpath', value: selector.slice('xpath/'.length) };
  if (selector.startsWith('text/')) return { by: 'text', value: selector.slice('text/'.length) };
  if (selector.startsWith('pierce/')) return { by: 'css', value: selector.slice('pierce/'.length) };
  if (!selector.startsWith('aria/')) return selector === '' ? undefined : { by: 'css', value: selector };
  const [, name = '', role] = /^aria\/(.*?)(?:\[role="(\w+)"\])?$/s.exec(selector) ?? [];
  if (role) return name ? { by: 'role', value: role, name } : { by: 'role', value: role };
  return name ? { by: 'label', value: name } : undefined;
}

/**
 * Every chain of selectors is one locator; a chain's parts are in nested shadow trees, which the browser engine's CSS
 * pierces.
 */
function targetOf(step: Recorded): Target | undefined {
  const chains = Array.isArray(step.selectors) ? step.selectors : [];
  const locators: Locator[] = [];
  let name = '';
  for (const chain of chains) {
    const parts = (Array.isArray(chain) ? chain : [chain]).map(textOf);
    const way = wayOf(
      parts.length > 1 && parts.every((part) => !/^\w+\//.test(part)) ? parts.join(' ') : (parts.at(-1) ?? ''),
    );
    if (!way) continue;
    name ||= way.by === 'label' || way.by === 'text' ? way.value : (way.name ?? '');
    // An accessible name without a role may be a button's or a link's as well as a field's.
    if (way.by === 'label')
      locators.push({ by: 'role', value: 'button', name: way.value }, { by: 'role', value: 'link', name: way.value });
    locators.push(way);
  }
  const frame = Array.isArray(step.frame)
    ? step.frame.map((index): Locator => ({ by: 'css', value: `:nth-match(iframe, ${Number(index) + 1})` }))
    : [];
  return locators.length > 0
    ? { name: name || locators[0]!.value, locators: locators.slice(0, stepLimits.locators - frame.length), frame }
    : undefined;
}

interface Context {
  builder: ScriptBuilder;
  step: Recorded;
  target: Target | undefined;
  /** Modifier keys that are held down. */
  held: Set<string>;
}
type Convert = (context: Context) => boolean;

const acts =
  (keyword: string): Convert =>
  ({ builder, target }) => {
    if (target) builder.add(builder.step(keyword, {}, { target }));
    return target !== undefined;
  };

const click: Convert = ({ builder, step, target }) => {
  if (!target) return false;
  const button = textOf(step.button);
  const known: Record<string, string> = { secondary: 'right', auxiliary: 'middle' };
  builder.add(builder.step('click', own(known, button) ? { button: own(known, button) ?? '' } : {}, { target }));
  return true;
};

const change: Convert = ({ builder, step, target }) => {
  if (!target) return false;
  const value = textOf(step.value);
  const isList = target.locators.some(
    (way) => (way.by === 'role' && way.value === 'combobox') || /(^|[\s>])select\b/.test(way.value),
  );
  if (isList) builder.add(builder.step('selectOption', { by: 'value', value }, { target }));
  // The preceding click changes a checkbox.
  else if (value !== 'on') builder.add(builder.step('setText', { value }, { target }));
  return true;
};

const keyDown: Convert = ({ builder, step, held }) => {
  const key = textOf(step.key);
  if (modifierKeys.includes(key)) held.add(key);
  else builder.add(builder.step('pressKey', { keys: [...held, key].join('+') }));
  return key !== '';
};

const waitForElement: Convert = ({ builder, step, target }) => {
  if (!target) return false;
  const count = typeof step.count === 'number' ? step.count : undefined;
  const operators: Record<string, string> = { '>=': 'is greater than', '<=': 'is less than' };
  const operator = own(operators, textOf(step.operator));
  const bound = operator === 'is greater than' ? -1 : operator === 'is less than' ? 1 : 0;
  if (count !== undefined && !(count === 1 && operator !== 'is less than'))
    builder.add(
      builder.step('verifyCount', { operator: operator ?? 'equals', expected: String(count + bound) }, { target }),
    );
  else
    builder.add(builder.step('waitForElement', { state: step.visible === false ? 'hidden' : 'visible' }, { target }));
  return true;
};

const converters: Record<string, Convert> = {
  navigate: ({ builder, step }) => {
    builder.add(builder.step('openUrl', { url: textOf(step.url) }));
    return textOf(step.url) !== '';
  },
  setViewport: ({ builder, step }) => {
    builder.add(builder.step('setViewport', { width: textOf(step.width), height: textOf(step.height) }));
    return true;
  },
  click,
  doubleClick: acts('doubleClick'),
  hover: acts('hover'),
  change,
  keyDown,
  keyUp: ({ step, held }) => {
    held.delete(textOf(step.key));
    return true;
  },
  scroll: ({ builder, step, target }) => {
    const place = { x: textOf(step.x) || '0', y: textOf(step.y) || '0' };
    builder.add(target ? builder.step('scrollTo', {}, { target }) : builder.step('scrollTo', place));
    return true;
  },
  waitForElement,
  close: ({ builder }) => {
    builder.add(builder.step('closeTab'));
    return true;
  },
};

/** importRecorder reads a recording of Chrome DevTools' Recorder (JSON). */
export function importRecorder(document: string, id: () => string = newId): ImportedScript {
  const recording = parseDocument(document);
  if (!isRecord(recording) || !Array.isArray(recording.steps))
    throw new ImportError('This is no recording of Chrome DevTools: it has no list "steps".');
  const builder = new ScriptBuilder(id);
  const held = new Set<string>();
  for (const [at, value] of recording.steps.slice(0, stepLimits.steps).entries()) {
    const step = isRecord(value) ? value : {};
    const type = textOf(step.type);
    const converter = own(converters, type);
    if (!converter)
      builder.report(at + 1, `The step ${type || '(without a type)'} has no counterpart. Add a step for it.`);
    else if (!converter({ builder, step, target: targetOf(step), held }))
      builder.report(at + 1, `The step ${type} names no element or value that was understood.`);
  }
  return builder.finish(textOf(recording.title) || 'Recording');
}
