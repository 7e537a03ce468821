import type { Locator } from 'playwright-core';
import { type ElementReference, elementKey } from './client.ts';
import { buttonNumbers, chordOf, type KeyAction, mouse } from './keys.ts';
import { type PageTools, takeObstacle } from './page-tools.ts';
import { middle, type PressPoint, readiness, type Wanted } from './readiness.ts';
import { scopeMethods } from './scope.ts';
import { unsupported } from './unsupported.ts';
import { inTime, type Place, until, type Wire } from './wire.ts';

interface Time {
  timeout?: number | undefined;
}
type State = 'visible' | 'hidden' | 'enabled' | 'disabled' | 'editable' | 'checked' | 'unchecked' | 'stable';
const usualMs = 30_000;
const timeOf = (options?: Time) => options?.timeout || usualMs;

/** Marks an element among the arguments of `evaluate`. */
export class WebDriverHandle {
  readonly element: ElementReference;
  constructor(element: ElementReference) {
    this.element = element;
  }
}

/** The part of Playwright's locators that keywords use, by WebDriver. */
export class WebDriverLocator
  implements
    Pick<
      Locator,
      | 'count'
      | 'isVisible'
      | 'isEnabled'
      | 'isDisabled'
      | 'isChecked'
      | 'isEditable'
      | 'getAttribute'
      | 'inputValue'
      | 'boundingBox'
      | 'screenshot'
      | 'click'
      | 'dblclick'
      | 'hover'
      | 'fill'
      | 'clear'
      | 'press'
      | 'pressSequentially'
      | 'setInputFiles'
      | 'scrollIntoViewIfNeeded'
    >
{
  readonly #wire: Wire;
  readonly #place: Place;
  readonly selector: string;

  constructor(wire: Wire, place: Place, selector: string) {
    this.#wire = wire;
    this.#place = place;
    this.selector = selector;
  }

  #narrowed(part: string): Locator {
    return locatorAt(this.#wire, this.#place, `${this.selector} >> ${part}`);
  }
  filter({ visible }: { visible: boolean }): Locator {
    return this.#narrowed(`visible=${visible}`);
  }
  nth(index: number): Locator {
    return this.#narrowed(`nth=${index}`);
  }
  first(): Locator {
    return this.nth(0);
  }
  async all(): Promise<Locator[]> {
    return Array.from({ length: await this.count() }, (_none, index) => this.nth(index));
  }
  /** The document of the frame. */
  contentFrame() {
    return scopeAt(this.#wire, { ...this.#place, frames: [...this.#place.frames, this.selector] });
  }

  count(): Promise<number> {
    return this.#wire.call(this.#place, (tools, selector: string) => tools.find(selector).length, this.selector);
  }

  /** Reads from the element, once it exists. */
  #read<Result, Arg>(
    read: (tools: PageTools, element: Element, arg: Arg) => Result,
    arg: Arg,
    options: Time | undefined,
  ): Promise<Result> {
    const body = `async (tools, selector, arg) => {
      const [element, ...others] = tools.find(selector);
      if (!element) return { wait: 'waiting for the element' };
      if (others.length > 0) throw new Error('strict mode violation: ' + (others.length + 1) + ' elements');
      return { value: (await (${read})(tools, element, arg)) ?? null };
    }`;
    const call = body as unknown as (
      tools: PageTools,
      selector: string,
      arg: Arg,
    ) => { value: Result } | { wait: string };
    return until(timeOf(options), () => this.#wire.call(this.#place, call, this.selector, arg));
  }

  #state(state: State, options?: Time): Promise<boolean> {
    const read = (tools: PageTools, element: Element, wanted: string) =>
      tools.elementState(element, wanted, true).matches;
    return this.#read(read, state, options);
  }
  async isVisible(): Promise<boolean> {
    const isShown = (tools: PageTools, selector: string) => {
      const [element] = tools.find(selector);
      return element !== undefined && tools.elementState(element, 'visible', true).matches;
    };
    return this.#wire.call(this.#place, isShown, this.selector);
  }
  isEnabled(options?: Time) {
    return this.#state('enabled', options);
  }
  isDisabled(options?: Time) {
    return this.#state('disabled', options);
  }
  isChecked(options?: Time) {
    return this.#state('checked', options);
  }
  isEditable(options?: Time) {
    return this.#state('editable', options);
  }
  getAttribute(name: string, options?: Time): Promise<string | null> {
    return this.#read((_tools, element, wanted) => element.getAttribute(wanted), name, options);
  }
  inputValue(options?: Time): Promise<string> {
    const read = (tools: PageTools, element: Element) => {
      const field = tools.retarget(element, 'follow-label') ?? element;
      if (!/^(?:INPUT|TEXTAREA|SELECT)$/.test(field.nodeName))
        throw new Error('Node is not an <input>, <textarea> or <select> element');
      return (field as HTMLInputElement).value;
    };
    return this.#read(read, null, options);
  }
  /** In the page's viewport, even for an element in a frame. */
  boundingBox(options?: Time) {
    const read = (_tools: PageTools, element: Element) => {
      if (element.getClientRects().length === 0) return null;
      let { x, y } = element.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      for (let view = window; view.frameElement; view = view.parent as typeof window) {
        const frame = view.frameElement;
        x += frame.getBoundingClientRect().x + frame.clientLeft;
        y += frame.getBoundingClientRect().y + frame.clientTop;
      }
      return { x, y, width, height };
    };
    return this.#read(read, null, options);
  }

  /** Calls a page function with the element. */
  async evaluate<Result>(body: unknown, arg?: unknown, options?: Time): Promise<Result> {
    const element = await this.#reference(options);
    const given = arg instanceof WebDriverHandle ? arg.element : arg;
    return named('locator', this.#wire.run(this.#place, String(body), [element, given ?? null])) as Promise<Result>;
  }
  async evaluateAll<Result>(body: unknown, arg?: unknown): Promise<Result> {
    const call = `(tools, selector, arg) => (${body})(tools.find(selector), arg)`;
    return this.#wire.call(this.#place, call as never, this.selector, arg as never) as Promise<Result>;
  }
  async elementHandle(options?: Time): Promise<WebDriverHandle> {
    return new WebDriverHandle(await this.#reference(options));
  }
  async #reference(options: Time | undefined): Promise<ElementReference> {
    return (await this.#read((_tools, element) => element, null, options)) as unknown as ElementReference;
  }

  async screenshot(options: Parameters<Locator['screenshot']>[0] = {}): Promise<Buffer> {
    await this.scrollIntoViewIfNeeded(options);
    const element = await this.#reference(options);
    const take = () =>
      this.#wire.at(this.#place, (client) => client.get<string>(`/element/${element[elementKey]}/screenshot`));
    return Buffer.from(await inTime(timeOf(options), take), 'base64');
  }

  /** Waits until the element is actionable, and acts on it in the same turn. */
  #ready(
    wanted: Wanted,
    options: Time | undefined,
    work: (at: PressPoint) => Promise<unknown> = async () => undefined,
  ): Promise<void> {
    return until(timeOf(options), async () => {
      const seen = await this.#wire.call(this.#place, readiness, this.selector, wanted);
      if ('wait' in seen) return seen;
      const { press } = seen;
      if (!press) return { value: undefined };
      await this.#wire.at(this.#place, () => work(press));
      const obstacle = await this.#obstacle();
      return obstacle === null ? { value: undefined } : { wait: `${obstacle} intercepts pointer events` };
    });
  }

  /** What the mouse hit instead of the element; null also if the page was left, for example by a click. */
  async #obstacle(): Promise<string | null> {
    const obstacle = await this.#wire.run(this.#place, takeObstacle, []).catch(() => null);
    return typeof obstacle === 'string' ? obstacle : null;
  }

  async click(options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    const { button = 'left', clickCount = 1, modifiers = [] } = options;
    const press = { button: buttonNumbers[button] };
    const presses = Array.from({ length: clickCount }, () => [
      { type: 'pointerDown', ...press },
      { type: 'pointerUp', ...press },
    ]).flat();
    const states = ['visible', 'enabled', 'stable'];
    const wanted: Wanted = { states, mouse: { at: options.position ?? middle, action: 'mouse' } };
    await this.#ready(wanted, options, (at) => {
      const moves = [moveTo(at), ...presses];
      const keys = chordOf([...modifiers].join('+') || 'Shift');
      const [down, up] = [keys.filter(({ type }) => type === 'keyDown'), keys.filter(({ type }) => type === 'keyUp')];
      const pauses = (count: number) => Array.from({ length: count }, () => ({ type: 'pause', duration: 0 }));
      if (modifiers.length === 0) return this.#wire.act([mouse(moves)]);
      return this.#wire.act([
        { type: 'key', id: 'keys', actions: [...down, ...pauses(moves.length), ...up] },
        mouse([...pauses(down.length), ...moves, ...pauses(up.length)]),
      ]);
    });
  }
  dblclick(options: Parameters<Locator['dblclick']>[0] = {}): Promise<void> {
    return this.click({ ...options, clickCount: 2 });
  }
  hover(options: Parameters<Locator['hover']>[0] = {}): Promise<void> {
    const wanted: Wanted = {
      states: ['visible', 'stable'],
      mouse: { at: options.position ?? middle, action: 'hover' },
    };
    return this.#ready(wanted, options, (at) => this.#wire.act([mouse([moveTo(at)])]));
  }
  async scrollIntoViewIfNeeded(options?: Time): Promise<void> {
    const scroll = async (tools: PageTools, element: Element) => {
      if ((await tools.viewportRatio(element)) < 1)
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    };
    await this.#read(scroll, null, options);
  }

  async fill(value: string, options?: Time): Promise<void> {
    await this.#ready({ states: ['visible', 'enabled', 'editable'] }, options);
    const fill = (tools: PageTools, element: Element, text: string) => {
      if (tools.fill(element, text) !== 'needsinput') return;
      // Like typing: the selection is replaced, and the page gets the events.
      document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    };
    await this.#read(fill, value, options);
  }
  clear(options?: Time): Promise<void> {
    return this.fill('', options);
  }
  async press(keys: string, options?: Time): Promise<void> {
    const actions = chordOf(keys);
    await this.#focus(options);
    await typeKeys(this.#wire, this.#place, actions);
  }
  async pressSequentially(text: string, options: Time & { delay?: number | undefined } = {}): Promise<void> {
    await this.#focus(options);
    for (const character of text) {
      await typeCharacter(this.#wire, this.#place, character);
      if (options.delay) await new Promise((resolve) => setTimeout(resolve, options.delay));
    }
  }
  async #focus(options?: Time): Promise<void> {
    await this.#read((tools, element) => void tools.focusNode(element, true), null, options);
  }

  async selectOption(wanted: object, options?: Time): Promise<string[]> {
    await this.#ready({ states: ['visible', 'enabled'] }, options);
    const choose = (tools: PageTools, element: Element, option: object) => tools.selectOptions(element, [option]);
    return until<string[]>(timeOf(options), async () => {
      const chosen = await this.#read(choose, wanted, options);
      if (Array.isArray(chosen)) return { value: chosen };
      return { wait: chosen === 'error:optionsnotfound' ? 'did not find some options' : chosen.replace('error:', '') };
    });
  }
  async setInputFiles(files: Parameters<Locator['setInputFiles']>[0], options?: Time): Promise<void> {
    const given = (Array.isArray(files) ? files : [files]).map((file) => {
      if (typeof file === 'string') throw unsupported('take files of this machine');
      return {
        name: file.name,
        mimeType: file.mimeType,
        buffer: file.buffer.toString('base64'),
        lastModifiedMs: Date.now(),
      };
    });
    const set = (tools: PageTools, element: Element, list: object[]) =>
      tools.setInputFiles(tools.retarget(element, 'follow-label') ?? element, list) ?? '';
    const problem = await this.#read(set, given, options);
    if (problem) throw new Error(problem);
  }
}

const moveTo = ({ element, x, y }: PressPoint) => ({
  type: 'pointerMove',
  duration: 0,
  x: Math.round(x),
  y: Math.round(y),
  origin: element,
});

/** Performs keyboard actions in a document. */
export const typeKeys = (wire: Wire, place: Place, actions: KeyAction[]): Promise<void> =>
  wire.at(place, () => wire.act([{ type: 'key', id: 'keys', actions }]));

/** Types a character at the focus; one without a key is inserted as a whole. */
export async function typeCharacter(wire: Wire, place: Place, character: string): Promise<void> {
  if (/^[\x20-\x7e\n\t]$/.test(character))
    return typeKeys(wire, place, chordOf(character === '\n' ? 'Enter' : character === '\t' ? 'Tab' : character));
  await wire.run(place, `(text) => document.execCommand('insertText', false, text)`, [character]);
}

/** Prefixes errors thrown in the page with the call's name, as Playwright does. */
export async function named<Result>(noun: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && /^\w*Error: /.test(error.message))
      throw new Error(`${noun}.evaluate: ${error.message}`);
    throw error;
  }
}

/** locatorAt returns the elements that a selector finds in a document. */
export const locatorAt = (wire: Wire, place: Place, selector: string): Locator =>
  new WebDriverLocator(wire, place, selector) as unknown as Locator;

/** scopeAt returns a document in which elements can be searched. */
export const scopeAt = (wire: Wire, place: Place) => scopeMethods((selector) => locatorAt(wire, place, selector));
