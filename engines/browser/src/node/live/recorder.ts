import { newStep, type Step, type Target, toLocatorText } from '@touchstone/engine-keyword/core';
import { newId } from '@touchstone/kernel';
import type { ElementHandle, Page } from 'playwright-core';
import { type Picked, pick } from './find-ways.ts';
import { isCharacter, type MouseButton } from './inputs.ts';
import { readFacts } from './page/read-facts.ts';
import { focusedIn, meantBy, type Pointed, pointedAt } from './pointed.ts';

/** Events of a recorder: a step was added or changed, by its id, or was removed again. */
export type Recorded =
  | {
      type: 'step';
      step: Step /** Id of the step that it precedes; absent: at the end, or unchanged. */;
      before?: string;
      isSecret?: true;
    }
  | { type: 'removed'; stepId: string };

interface Place {
  x: number;
  y: number;
  button: MouseButton;
}
interface Press extends Place {
  picked: Picked;
  /** The element that would be dragged. */
  source: Pointed | undefined;
}
interface Field {
  element: ElementHandle<Element>;
  picked: Picked;
  value: string;
  stepId: string;
  isRecorded: boolean;
}

/** A press that moved at least this far is no click, in CSS pixels. */
const dragDistance = 6;
const modifierKeys = ['Alt', 'Control', 'Meta', 'Shift'];
/** Keys that only move the caret or edit the text, which is recorded as a whole. */
const editingKeys =
  /^(?:Backspace|Delete|Arrow\w+|Home|End|Tab|PageUp|PageDown|Insert|CapsLock|Dead|Process|Unidentified)$/;
/** Types and roles of elements that are on or off. */
const switches = /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/;
/** Areas that people click to leave a field. */
const areas = /^(?:html|body|header|footer|main|nav|section|article|form)$/;

/** Recorder turns a person's input into steps: what is meant, not each key press. */
export class Recorder {
  readonly #emit: (news: Recorded) => void;
  readonly #held = new Set<string>();
  #press: Press | undefined;
  #field: Field | undefined;
  #last: Step | undefined;

  constructor(emit: (news: Recorded) => void) {
    this.#emit = emit;
  }

  /** Records another kind of step, such as one from the toolbar. */
  add(keyword: string, args: Record<string, string> = {}, target: Target | null = null): void {
    this.#field = undefined;
    this.#record(newStep(newId(), keyword, { args, target }));
  }

  /** Records the answer to a dialog, before the step that opens it. */
  addBeforeLast(keyword: string, args: Record<string, string>): void {
    const step = newStep(newId(), keyword, { args });
    this.#emit({ type: 'step', step, ...(this.#last && { before: this.#last.id }) });
  }

  /** The last click opened the file chooser, so it isn't recorded as a step. */
  addUpload(file: string, target: Target): void {
    if (this.#last?.keyword === 'click') this.#forgetLast();
    this.add('uploadFile', { file }, target);
  }

  /** Called before the button goes down; returns what is pressed. */
  async pressed(page: Page, place: Place): Promise<Picked | undefined> {
    this.#press = undefined;
    await this.typed(page);
    const pointed = await pointedAt(page, place.x, place.y);
    if (!pointed) return undefined;
    const meant = await meantBy(pointed);
    const picked = await pick(meant.element, meant.frame);
    const source = (await pointed.element.evaluateHandle((element) => element.closest('[draggable=true]'))).asElement();
    this.#press = {
      ...place,
      picked,
      source: source ? { element: source as ElementHandle<Element>, frame: pointed.frame } : undefined,
    };
    return picked;
  }

  /** Called before the button goes up. */
  async released(page: Page, { x, y }: Place, count: number): Promise<void> {
    const press = this.#press;
    this.#press = undefined;
    if (!press) return;
    if (Math.hypot(x - press.x, y - press.y) < dragDistance) return this.#click(press, count);
    if (!press.source) return;
    const onto = await pointedAt(page, x, y);
    if (!onto) return;
    const [from, to] = await Promise.all([
      pick(press.source.element, press.source.frame),
      pick(onto.element, onto.frame),
    ]);
    const [way] = to.target.locators;
    if (way) this.add('dragAndDrop', { onto: toLocatorText(way) }, from.target);
  }

  /** Forgets what is being pressed: the press was for the browser, not for the page. */
  forgetPress(): void {
    this.#press = undefined;
  }

  /** Called before a key goes down. */
  async keyPressed(page: Page, key: string): Promise<void> {
    if (modifierKeys.includes(key)) {
      this.#held.add(key);
      return;
    }
    const isChord = this.#held.has('Control') || this.#held.has('Meta') || this.#held.has('Alt');
    const field = await this.#fieldIn(page);
    if (field) {
      const isLine =
        key === 'Enter' &&
        (field.picked.facts.tag === 'textarea' || field.picked.facts.attributes.contenteditable !== undefined);
      if (isCharacter(key) || editingKeys.test(key) || isLine) return;
    } else if (key === 'Tab' || (isCharacter(key) && key !== ' ' && !isChord)) return;
    await this.typed(page);
    const held = modifierKeys.filter((one) => this.#held.has(one) && (one !== 'Shift' || !isCharacter(key)));
    const focused = field ? field.picked : await this.#focused(page);
    this.add('pressKey', { keys: [...held, key === ' ' ? 'Space' : key].join('+') }, focused?.target ?? null);
  }

  keyReleased(key: string): void {
    this.#held.delete(key);
  }

  /** Called before text is inserted. */
  async textComes(page: Page): Promise<void> {
    await this.#fieldIn(page);
  }

  /** Called after keys and text: records the field's current value, if it has changed. */
  async typed(page: Page): Promise<void> {
    const field = this.#field;
    if (!field) return;
    const facts = await field.element.evaluate(readFacts).catch(() => undefined);
    if (!facts || facts.value === field.value || page.isClosed()) return;
    field.value = facts.value;
    const isSecret = facts.type === 'password';
    const step = newStep(field.stepId, 'setText', { args: { value: facts.value }, target: field.picked.target });
    if (!field.isRecorded && this.#isClickOn(field.picked.target)) this.#forgetLast();
    field.isRecorded = true;
    this.#record(step, isSecret);
  }

  /** Records the choice in a select list. */
  chose(picked: Picked, label: string): void {
    this.add('selectOption', { by: 'label', value: label }, picked.target);
  }

  #click({ picked, button, x, y }: Press, count: number): void {
    const { facts, target, box } = picked;
    if (areas.test(facts.tag) && facts.role === '') return;
    if (count > 2) return;
    const args = this.#clickArguments(picked, { x: x - box.x, y: y - box.y, button });
    if (count === 2 && this.#last && this.#isClickOn(target)) {
      this.#record({ ...this.#last, keyword: 'doubleClick', args: {} });
      return;
    }
    const isSwitch = button === 'left' && (switches.test(facts.type) || switches.test(facts.role));
    if (isSwitch) {
      const isOn = /radio/.test(facts.type + facts.role) || !facts.isChecked;
      this.add('check', { on: String(isOn) }, target);
      return;
    }
    if (button === 'right') this.add('rightClick', {}, target);
    else this.add('click', args, target);
  }

  #clickArguments({ facts }: Picked, { x, y, button }: Place): Record<string, string> {
    const args: Record<string, string> = {};
    if (button !== 'left') args.button = button;
    if (this.#held.size > 0) args.modifiers = [...this.#held].join('\n');
    if (facts.tag === 'canvas' || facts.tag === 'img')
      Object.assign(args, { x: String(Math.round(x)), y: String(Math.round(y)) });
    return args;
  }

  #isClickOn(target: Target): boolean {
    const last = this.#last;
    const firstOf = ({ locators, frame }: Target) => JSON.stringify([locators[0], frame]);
    return last?.keyword === 'click' && last.target !== null && firstOf(last.target) === firstOf(target);
  }

  async #focused(page: Page): Promise<Picked | undefined> {
    const focused = await focusedIn(page);
    return focused && pick(focused.element, focused.frame);
  }

  /** The focused field, with its previous value. */
  async #fieldIn(page: Page): Promise<Field | undefined> {
    const focused = await focusedIn(page);
    const known = this.#field;
    if (!focused) {
      await this.typed(page);
      this.#field = undefined;
      return undefined;
    }
    const isSame =
      known !== undefined &&
      (await focused.element.evaluate((one, other) => one === other, known.element).catch(() => false));
    if (isSame) return known;
    await this.typed(page);
    const facts = await focused.element.evaluate(readFacts);
    this.#field = undefined;
    if (!facts.isEditable) return undefined;
    const picked = await pick(focused.element, focused.frame);
    this.#field = { element: focused.element, picked, value: facts.value, stepId: newId(), isRecorded: false };
    return this.#field;
  }

  #record(step: Step, isSecret = false): void {
    this.#last = step;
    this.#emit({ type: 'step', step, ...(isSecret && { isSecret }) });
  }

  #forgetLast(): void {
    if (this.#last) this.#emit({ type: 'removed', stepId: this.#last.id });
    this.#last = undefined;
  }
}
