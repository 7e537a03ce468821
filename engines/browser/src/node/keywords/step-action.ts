import {
  argumentOf,
  type DriverCall,
  findKeyword,
  type Healing,
  type Outcome,
  type Target,
  type Locator as Way,
} from '@touchstone/engine-keyword/core';
import type { Locator, Page } from 'playwright-core';
import { StepFailure } from '../failures.ts';
import type { Similar } from '../heal/find-similar.ts';
import { healingMs } from '../heal/healer.ts';
import { findElement, type Located, locatorFor, MissingElement, Polling } from '../locate.ts';
import type { Session } from '../session.ts';
import { inFront, inFrontThroughout } from '../tabs/in-front.ts';

/** Runs a keyword in the browser. */
export type Handler = (action: StepAction) => Promise<Outcome>;

/** The outcome of a step that did what it should. */
export const passed: Outcome = { status: 'passed', message: '' };

/** One execution of a step: its arguments, its element and its remaining time. */
export class StepAction {
  readonly session: Session;
  readonly call: DriverCall;
  polling: Polling;
  readonly #startedIn: Page | undefined;
  /** The locator that found the element. */
  used: Way | undefined;
  /** What was found in place of the element. */
  healing: Healing | undefined;
  /** The learned description of the element, if it was due. */
  seen: Record<string, unknown> | undefined;
  #healed: Locator | undefined;
  /** Whether the found element was compared with the known one; steps that wait look many times. */
  #isSure = false;

  constructor(session: Session, call: DriverCall) {
    this.session = session;
    this.call = call;
    this.#startedIn = session.isWebDriver ? session.tabs.open.at(-1) && session.page : undefined;
    this.polling = new Polling(call.timeoutMs, call.signal, () => this.#recheck());
  }

  /** A browser that must be polled reports only afterwards that the tab was closed in the meantime. */
  async #recheck(): Promise<void> {
    await this.session.refresh();
    if (this.call.target && this.#startedIn?.isClosed()) throw new Error('Target page has been closed');
  }
  get page(): Page {
    return this.session.page;
  }
  /** The step's remaining time, in the form that the browser takes. */
  get time(): { timeout: number } {
    return { timeout: this.polling.leftMs };
  }
  /** Timeout for reading what is already there: a last look is worthwhile even when the time is almost up. */
  get readingTime(): { timeout: number } {
    return { timeout: Math.max(2000, this.polling.leftMs) };
  }
  get title(): string {
    return findKeyword(this.call.keyword)?.title ?? this.call.keyword;
  }
  get target(): Target {
    if (!this.call.target) throw new StepFailure('error', `${this.title} needs an element. Pick one for this step.`);
    return this.call.target;
  }

  /** An argument, or the catalogue's default. */
  text(name: string): string {
    const keyword = findKeyword(this.call.keyword);
    return keyword ? argumentOf(keyword, this.call.args, name) : (this.call.args[name] ?? '');
  }
  /** A numeric argument; undefined if it is missing. */
  number(name: string): number | undefined {
    const text = this.text(name).trim();
    if (text === '') return undefined;
    const value = Number(text);
    if (!Number.isFinite(value))
      throw new StepFailure('error', `"${text}" is not a number. Correct "${name}" of the step.`);
    return value;
  }
  needed(name: string): number {
    const value = this.number(name);
    if (value === undefined) throw new StepFailure('error', `${this.title} needs a number for "${name}".`);
    return value;
  }

  /**
   * Waits for the step's element; if it isn't found and the session heals, returns the one that is certainly the same.
   */
  async element(): Promise<Locator> {
    if (this.#healed) return this.#healed;
    const { session, target, polling, call } = this;
    const scope = session.scopeFor(target);
    try {
      const found = await findElement(scope, target, polling, call.timeoutMs);
      const doubt = this.#isSure ? undefined : await session.healer?.doubt(scope, target, found);
      this.#isSure = true;
      const healed = doubt && this.#use(doubt);
      if (healed) return healed;
      await this.found(found);
      return found.locator;
    } catch (error) {
      const similar = error instanceof MissingElement ? await session.healer?.similar(scope, target) : undefined;
      const healed = similar && this.#use(similar);
      if (!healed) throw error;
      return healed;
    }
  }

  /** Runs a mouse or keyboard action. */
  act<Result>(work: () => Promise<Result>): Promise<Result> {
    return inFront(this.page, this.session.options.engine, work);
  }
  /** Runs a repeatable action; it runs again if the window lost focus in the meantime. */
  actWhole(work: (isAgain: boolean) => Promise<void>): Promise<void> {
    return inFrontThroughout(this.page, this.session.options.engine, work);
  }

  /** Stores what is similar; returns the first element if the step continues with it, which gets its own time. */
  #use({ element, verdict, suspects }: Similar): Locator | undefined {
    const isUsed = this.session.healer?.options.continues === true && verdict === 'same' && element !== undefined;
    this.healing = { verdict, isUsed, suspects };
    if (!isUsed) return undefined;
    const { timeoutMs, signal } = this.call;
    this.polling = new Polling(Math.min(timeoutMs, healingMs.continuing), signal, () => this.#recheck());
    this.#healed = element;
    return element;
  }

  /** Records the found element and the locator that found it. */
  async found(located: Located): Promise<void> {
    this.used = located.way;
    if (this.healing) return;
    const seen = await this.session.healer?.learn(located, this.target, this.page.url());
    if (seen) this.seen = { ...seen };
  }

  /** Everything that the first locator finds. */
  all(): Locator {
    const way = this.target.locators[0];
    if (!way) throw new StepFailure('error', `"${this.target.name}" has no locator. Pick the element again.`);
    this.used = way;
    return locatorFor(this.session.scopeFor(this.target), way);
  }
}
