import { setTimeout as pause } from 'node:timers/promises';
import { toLocatorText } from '@touchstone/engine-keyword/core';
import type { Dialog, FileChooser, Page } from 'playwright-core';
import { inTime } from '../browser-pool.ts';
import { insertText } from '../keywords/write-text.ts';
import type { Session } from '../session.ts';
import { inFront } from '../tabs/in-front.ts';
import { type Picked, pick } from './find-ways.ts';
import { Finger } from './finger.ts';
import { isCharacter, type LiveCommand, type LiveInput, type LiveMode } from './inputs.ts';
import type { LiveView } from './live-view.ts';
import { meantBy, pointedAt } from './pointed.ts';
import { type Recorded, Recorder } from './recorder.ts';

/** Events of a browser that a person uses. */
export type LiveNews =
  | Recorded
  | { type: 'tabs'; tabs: { title: string; url: string }[] /** From 1. */; current: number }
  /** What the pointer is over while an element is being picked. */
  | { type: 'pointed'; box: Picked['box']; name: string; way: string }
  | { type: 'picked'; picked: Picked }
  | { type: 'cursor'; cursor: string }
  | { type: 'dialog'; kind: string; message: string; initial: string }
  | { type: 'dialogAnswered' }
  /** An open select list: browsers draw it outside the page. */
  | { type: 'options'; box: Picked['box']; options: Picked['facts']['options'] }
  | { type: 'files' }
  | { type: 'mode'; mode: LiveMode }
  | { type: 'problem'; message: string };

/** How long the page may take to report what is at a point, in milliseconds. */
const inspectTimeoutMs = 3000;
const openTimeoutMs = 30_000;
/** How long a click may take to start a navigation, in milliseconds. */
const settleMs = 100;

/** LiveBrowser lets a person use a session's browser remotely, and records what they do. */
export class LiveBrowser {
  readonly session: Session;
  readonly view: LiveView;
  readonly #emit: (news: LiveNews) => void;
  readonly #recorder: Recorder;
  readonly #finger: Finger;
  readonly #leave: () => void;
  readonly #isHeld: () => boolean;
  #mode: LiveMode = 'record';
  #work: Promise<unknown> = Promise.resolve();
  #dialog: Dialog | undefined;
  #list: Picked | undefined;
  #chooser: FileChooser | undefined;
  #isInspecting = false;
  #isOwnTab = false;
  readonly #known = new WeakSet<Page>();
  readonly #control = new AbortController();

  /** `isHeld` returns whether a person uses the browser or only watches a run in it. */
  constructor(session: Session, emit: (news: LiveNews) => void, isHeld: () => boolean = () => true) {
    this.session = session;
    this.#emit = emit;
    this.#isHeld = isHeld;
    this.view = session.view;
    this.#finger = new Finger(session);
    this.#recorder = new Recorder((news) => {
      if (this.#mode !== 'use') emit(news);
    });
    this.#leave = session.tabs.watch({
      onChange: () => void this.#tabsChanged(),
      onOpened: (page) => this.#opened(page),
      onDialog: (dialog) => this.#asked(dialog),
    });
    void this.#tabsChanged();
  }

  get mode(): LiveMode {
    return this.#mode;
  }

  /** Performs a person's inputs in order; while a dialog is open, none reach the page. */
  input(inputs: readonly LiveInput[]): Promise<void> {
    const inputAll = async () => {
      for (const input of inputs) if (!this.#dialog) await this.#input(input);
    };
    return this.#next(async () => {
      const { page, options } = this.session;
      const movesFocus = !this.#dialog && inputs.some(({ type }) => ['down', 'keyDown', 'text'].includes(type));
      await (movesFocus ? inFront(page, options.engine, inputAll) : inputAll());
      if (inputs.some(({ type }) => type === 'keyDown' || type === 'text'))
        await this.#recorder.typed(this.session.page);
    });
  }

  /** Runs a person's command to the browser around the page. */
  command(command: LiveCommand): Promise<void> {
    // Work in progress may wait for the answer.
    if (command.type === 'answerDialog') return this.#answer(command);
    return this.#next(() => this.#command(command));
  }

  /** The page's selected text, at most 100,000 characters. */
  async selectedText(): Promise<string> {
    const texts = await Promise.all(
      this.session.page.frames().map((frame) => frame.evaluate(() => String(getSelection())).catch(() => '')),
    );
    return (texts.find((text) => text !== '') ?? '').slice(0, 100_000);
  }

  /** Runs other work in the session, such as steps, after the work in progress; it isn't recorded. */
  async drive<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#use(async () => {
      this.#isOwnTab = true;
      try {
        await this.#settled();
        return await work();
      } finally {
        this.#isOwnTab = false;
      }
    });
  }

  /** The person's last action may have started a navigation. */
  async #settled(): Promise<void> {
    await pause(settleMs);
    // The page may have closed itself in the meantime.
    if (this.session.tabs.open.length === 0) return;
    await this.session.page.waitForLoadState('load', { timeout: inspectTimeoutMs }).catch(() => undefined);
  }

  #use<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }

  /** Ends the view, not the session. */
  close(): void {
    this.#control.abort();
    this.#leave();
  }

  #next(work: () => Promise<void>): Promise<void> {
    return this.#use(async () => {
      try {
        await work();
      } catch (error) {
        if (this.#control.signal.aborted) return;
        this.#emit({ type: 'problem', message: problemOf(error) });
      }
    });
  }

  async #input(input: LiveInput): Promise<void> {
    const { page } = this.session;
    switch (input.type) {
      case 'move':
        await page.mouse.move(input.x, input.y);
        // The next input doesn't wait for it.
        void this.#pointAt(page, input.x, input.y).catch(() => undefined);
        return;
      case 'down':
      case 'up':
        return this.#button(page, input);
      case 'wheel':
        await page.mouse.move(input.x, input.y);
        return page.mouse.wheel(input.dx, input.dy);
      case 'touchStart':
      case 'touchMove':
      case 'touchEnd':
        return this.#finger.touch(page, input);
      case 'keyDown':
        return this.#keyDown(page, input.key);
      case 'keyUp':
        this.#recorder.keyReleased(input.key);
        return isCharacter(input.key) ? undefined : page.keyboard.up(input.key);
      case 'text':
        if (this.#mode === 'record') await this.#withinTimeout(this.#recorder.textComes(page));
        return insertText(page, this.session.options.engine, input.text);
    }
  }

  async #button(page: Page, input: Extract<LiveInput, { type: 'down' | 'up' }>): Promise<void> {
    const { type, x, y, button, count } = input;
    if (this.#mode === 'pick') return type === 'down' ? this.#pick(page, x, y) : undefined;
    if (type === 'down') {
      const list = await this.#withinTimeout(this.#pressed(page, input));
      if (list) {
        this.#recorder.forgetPress();
        this.#list = list;
        this.#emit({ type: 'options', box: list.box, options: list.facts.options });
        return;
      }
      await page.mouse.move(x, y);
      return page.mouse.down({ button, clickCount: count });
    }
    if (this.#list) return;
    if (this.#mode === 'record') await this.#withinTimeout(this.#recorder.released(page, input, count));
    await page.mouse.move(x, y);
    return page.mouse.up({ button, clickCount: count });
  }

  /** Before the button goes down: the select list that would open, if it is one. */
  async #pressed(page: Page, input: Extract<LiveInput, { type: 'down' | 'up' }>): Promise<Picked | undefined> {
    if (this.#mode === 'record') {
      const picked = await this.#recorder.pressed(page, input);
      return input.button === 'left' && picked && picked.facts.options.length > 0 ? picked : undefined;
    }
    this.#recorder.forgetPress();
    if (input.button !== 'left') return undefined;
    const pointed = await pointedAt(page, input.x, input.y);
    const isList = pointed && (await pointed.element.evaluate((element) => element.closest('select') !== null));
    if (!isList) return undefined;
    const meant = await meantBy(pointed);
    return pick(meant.element, meant.frame);
  }

  async #keyDown(page: Page, key: string): Promise<void> {
    if (this.#mode === 'record') await this.#withinTimeout(this.#recorder.keyPressed(page, key));
    // Not every character has its own key.
    const isKey = !isCharacter(key) || /^[\x20-\x7e]$/.test(key);
    if (!isKey) return insertText(page, this.session.options.engine, key);
    if (isCharacter(key)) return page.keyboard.press(key);
    return page.keyboard.down(key);
  }

  /** Shows what the pointer is over; positions that arrive during a lookup are skipped. */
  async #pointAt(page: Page, x: number, y: number): Promise<void> {
    if (this.#isInspecting) return;
    this.#isInspecting = true;
    try {
      const pointed = await this.#withinTimeout(pointedAt(page, x, y));
      if (!pointed) return;
      if (this.#mode === 'pick') {
        const picked = await pick(pointed.element, pointed.frame);
        const [way] = picked.target.locators;
        this.#emit({ type: 'pointed', box: picked.box, name: picked.target.name, way: way ? toLocatorText(way) : '' });
      } else {
        const cursor = await pointed.element.evaluate((element) => getComputedStyle(element).cursor);
        this.#emit({ type: 'cursor', cursor });
      }
    } finally {
      this.#isInspecting = false;
    }
  }

  async #pick(page: Page, x: number, y: number): Promise<void> {
    const pointed = await pointedAt(page, x, y);
    if (pointed) this.#emit({ type: 'picked', picked: await pick(pointed.element, pointed.frame) });
  }

  async #command(command: Exclude<LiveCommand, { type: 'answerDialog' }>): Promise<void> {
    switch (command.type) {
      case 'open':
        return this.#perform(
          'openUrl',
          { url: command.url, waitUntil: 'commit' },
          { url: command.shown ?? command.url },
        );
      case 'newTab':
        return this.#perform(
          'newTab',
          { url: command.url },
          command.url === '' ? {} : { url: command.shown ?? command.url },
        );
      case 'goBack':
      case 'goForward':
      case 'reload':
        return this.#perform(command.type);
      case 'useTab':
        return this.#perform('switchTab', { by: 'number', value: String(command.number) });
      case 'closeTab':
        return this.#perform('closeTab', { number: String(command.number) });
      case 'mode':
        this.#mode = command.mode;
        this.#emit({ type: 'mode', mode: command.mode });
        return;
      case 'chooseOption':
        return this.#choose(command.value);
      case 'chooseFile':
        return this.#chooseFile(command.name);
    }
  }

  /** Performs an action as a step would, and records it if it succeeded. */
  async #perform(keyword: string, args: Record<string, string> = {}, recorded = args): Promise<void> {
    this.#isOwnTab = keyword === 'newTab';
    const { signal } = this.#control;
    const call = { keyword, target: null, args, timeoutMs: openTimeoutMs, signal };
    const outcome = await this.session.perform(call);
    this.#isOwnTab = false;
    if (outcome.status !== 'passed') this.#emit({ type: 'problem', message: outcome.message });
    else this.#recorder.add(keyword, recorded);
  }

  async #choose(value: string | null): Promise<void> {
    const list = this.#list;
    this.#list = undefined;
    const option = list?.facts.options.find((one) => one.value === value);
    if (!list || !option) return;
    const call = { target: list.target, timeoutMs: inspectTimeoutMs, signal: this.#control.signal };
    const args = { by: 'value', value: option.value };
    const outcome = await this.session.perform({ ...call, keyword: 'selectOption', args });
    if (outcome.status === 'passed') this.#recorder.chose(list, option.label);
    else this.#emit({ type: 'problem', message: outcome.message });
  }

  #opened(page: Page): void {
    this.#listen(page);
    if (this.#isOwnTab || !this.#isHeld()) return;
    void this.#use(async () => {
      await this.session.tabs.use(page);
      this.#recorder.add('switchTab', { by: 'number', value: String(this.session.tabs.open.indexOf(page) + 1) });
    }).catch(() => undefined);
  }

  #listen(page: Page): void {
    if (this.#known.has(page)) return;
    this.#known.add(page);
    page.on('filechooser', (chooser) => {
      if (this.#control.signal.aborted || !this.#isHeld()) return;
      this.#chooser = chooser;
      this.#emit({ type: 'files' });
    });
  }

  async #chooseFile(name: string): Promise<void> {
    const chooser = this.#chooser;
    this.#chooser = undefined;
    if (!chooser || name === '') return;
    const { openFile } = this.session.options;
    const buffer = Buffer.from((await openFile?.(name)) ?? []);
    const element = chooser.element();
    const frame = await element.ownerFrame();
    const picked = frame && (await pick(element as Parameters<typeof pick>[0], frame));
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer });
    if (picked) this.#recorder.addUpload(name, picked.target);
  }

  #asked(dialog: Dialog): boolean {
    // Leaving the page is what the person asked for.
    if (!this.#isHeld() || dialog.type() === 'beforeunload') return false;
    this.#dialog = dialog;
    this.#emit({ type: 'dialog', kind: dialog.type(), message: dialog.message(), initial: dialog.defaultValue() });
    return true;
  }

  async #answer({ isAccepted, text }: { isAccepted: boolean; text: string }): Promise<void> {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    if (!dialog) return;
    this.#recorder.addBeforeLast('acceptDialog', {
      action: isAccepted ? 'accept' : 'dismiss',
      ...(dialog.type() === 'prompt' && isAccepted && { text }),
      message: dialog.message().slice(0, 200),
    });
    this.#emit({ type: 'dialogAnswered' });
    await (isAccepted ? dialog.accept(text || undefined) : dialog.dismiss()).catch(() => undefined);
  }

  /** A page that doesn't respond, perhaps because it is being left, doesn't block its use. */
  async #withinTimeout<Value>(work: Promise<Value>): Promise<Value | undefined> {
    const isDone = await inTime(work, inspectTimeoutMs);
    if (!isDone) {
      this.#emit({ type: 'problem', message: 'The page does not answer, so this was not recorded.' });
      return undefined;
    }
    return work.catch(() => undefined);
  }

  async #tabsChanged(): Promise<void> {
    if (this.#control.signal.aborted) return;
    const { open } = this.session.tabs;
    for (const page of open) this.#listen(page);
    if (open.length === 0) return this.#emit({ type: 'tabs', tabs: [], current: 0 });
    const current = open.indexOf(this.session.page) + 1;
    const tabs = await Promise.all(
      open.map(async (page) => ({ title: await page.title().catch(() => ''), url: page.url() })),
    );
    this.#emit({ type: 'tabs', tabs, current });
  }
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /closed|crashed|Target/.test(message)
    ? 'The page was closed in the meantime.'
    : (message.split('\n')[0] ?? message);
}
