import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { StepFailure } from '../failures.ts';
import type { StepLog } from '../step-log.ts';
import { openPage, toFront } from './in-front.ts';

/** Maximum number of open tabs; pages that open more are stopped. */
const maxTabs = 20;

/** How to answer the next dialog. */
export interface DialogPlan {
  isAccepted: boolean;
  text: string;
  /** Text that its message must contain; empty: any. */
  message: string;
}

/** Receives events of a browser's tabs. */
export interface TabWatcher {
  /** Tabs were opened, closed or navigated, or the current one changed. */
  onChange(): void;
  /** The application opened a tab. */
  onOpened?(page: Page): void;
  /** Returns whether it answers a dialog that no step handles. */
  onDialog?(dialog: Dialog): boolean;
}

/** Tabs tracks a script's tabs and its current one, and answers their dialogs. */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #engine: string;
  readonly #log: StepLog;
  readonly #pages: Page[] = [];
  #current: Page | undefined;
  #dialog: DialogPlan | undefined;
  #problem: StepFailure | undefined;
  readonly #watchers = new Set<TabWatcher>();
  #isAdding = false;

  constructor(context: BrowserContext, engine: string, log: StepLog) {
    this.#context = context;
    this.#engine = engine;
    this.#log = log;
    context.on('page', (page) => this.#opened(page));
    context.on('dialog', (dialog) => void this.#answer(dialog));
  }

  /** Notifies a watcher until the returned function is called. */
  watch(watcher: TabWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  get open(): readonly Page[] {
    return this.#pages;
  }

  /** The current tab; if the application closed it, the one opened last. */
  get current(): Page {
    if (this.#current && !this.#current.isClosed()) return this.#current;
    const last = this.#pages.at(-1);
    if (!last) throw new StepFailure('error', 'No tab is open. Open one with New Tab.');
    if (this.#current)
      this.#log.add('browser', 'info', `The current tab was closed; ${last.url()} is the current one now.`);
    this.#current = last;
    return last;
  }

  /** Makes a tab the current one and brings it to the front. */
  async use(page: Page): Promise<void> {
    this.#current = page;
    this.#changed();
    await toFront(page, this.#engine);
  }

  async add(): Promise<Page> {
    if (this.#pages.length >= maxTabs)
      throw new StepFailure('error', `${maxTabs} tabs are open. Close some before opening another one.`);
    this.#isAdding = true;
    const page = await openPage(this.#context, this.#engine).finally(() => {
      this.#isAdding = false;
    });
    this.#current = page;
    this.#changed();
    return page;
  }

  /** Sets how the next dialog is answered. */
  arm(plan: DialogPlan): void {
    this.#dialog = plan;
  }

  /** A problem outside the step's own work; returned once. */
  takeProblem(): StepFailure | undefined {
    const problem = this.#problem;
    this.#problem = undefined;
    return problem;
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher.onChange();
  }

  #opened(page: Page): void {
    if (this.#pages.length >= maxTabs) {
      this.#problem = new StepFailure(
        'error',
        `The application opened more than ${maxTabs} tabs; further ones are closed.`,
      );
      page.close().catch(() => undefined);
      return;
    }
    this.#pages.push(page);
    page.on('close', () => {
      const at = this.#pages.indexOf(page);
      if (at >= 0) this.#pages.splice(at, 1);
      this.#changed();
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#changed();
    });
    page.on('load', () => this.#changed());
    page.on('crash', () => {
      this.#problem = new StepFailure('error', 'The page crashed, perhaps for lack of memory.');
    });
    if (!this.#isAdding) for (const watcher of this.#watchers) watcher.onOpened?.(page);
  }

  async #answer(dialog: Dialog): Promise<void> {
    const plan = this.#dialog;
    if (!plan && [...this.#watchers].some((watcher) => watcher.onDialog?.(dialog))) return;
    const kind = dialog.type();
    const text = `A dialog${kind && ` (${kind})`} says "${dialog.message()}"`;
    try {
      if (!plan) {
        this.#log.add('dialog', 'warning', `${text}; it was dismissed, because no step said how to answer it.`);
        // Leaving a page is what the script asked for.
        await (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss());
        return;
      }
      this.#dialog = undefined;
      this.#log.add('dialog', 'info', `${text}; it was ${plan.isAccepted ? 'accepted' : 'dismissed'}.`);
      if (!dialog.message().includes(plan.message))
        this.#problem = new StepFailure('failed', 'The dialog says something else.', {
          expected: plan.message,
          actual: dialog.message(),
        });
      await (plan.isAccepted ? dialog.accept(plan.text || undefined) : dialog.dismiss());
    } catch {
      // The page with the dialog has closed.
    }
  }
}
