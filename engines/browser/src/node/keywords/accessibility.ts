import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  accessibilityImpacts,
  accessibilityStandards,
  listOf,
  type Outcome,
  type Violation,
} from '@touchstone/engine-keyword/core';
import type { ImpactValue } from 'axe-core';
import type { Frame, JSHandle, Locator } from 'playwright-core';
import { StepFailure } from '../failures.ts';
import type { Scope } from '../locate.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';

/** Limits per step: rules, elements of each, characters of an element. */
const kept = { rules: 100, elements: 20, characters: 500 };
/** Maximum depth of nested frames that are checked. */
const maxFrameLevels = 5;

/** axe-core tags that each standard adds to the previous ones. */
const tagsOf: readonly string[][] = [['wcag2a'], ['wcag2aa'], ['wcag21a', 'wcag21aa'], ['wcag22aa'], ['best-practice']];

/** How axe-core selects rules. */
interface AxeOptions {
  runOnly: { type: 'tag'; values: string[] };
  rules: Record<string, { enabled: boolean }>;
  resultTypes: ['violations'];
}

/** A part of the page in axe-core's own format. */
type Partial = unknown;
interface FrameContext {
  frameSelector: unknown;
  frameContext: unknown;
}
interface Axe {
  utils: {
    getFrameContexts(context: unknown, options: AxeOptions): FrameContext[];
    shadowSelect(selector: unknown): Element | null;
  };
  runPartial(context: unknown, options: AxeOptions): Promise<Partial>;
  finishRun(partials: Partial[], options: AxeOptions): Promise<{ violations: Omit<Found, 'count'>[] }>;
}
interface Found {
  id: string;
  impact: ImpactValue;
  help: string;
  helpUrl: string;
  nodes: { target: unknown[]; html: string }[];
  /** Number of nodes. */
  count: number;
}

let source: Promise<string> | undefined;

/** Loads the checker without leaving a trace in the page: its globals on `window` are restored. */
async function loaderOf(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return `const had = Object.getOwnPropertyDescriptor(window, 'axe');
    const module = { exports: {} };
    const exports = module.exports;
    const define = undefined;
    ${await source}
    if (had) Object.defineProperty(window, 'axe', had);
    else delete window.axe;
    return module.exports;`;
}

type Load = (nothing?: unknown) => Axe;
/** Compiles in this process and never runs here: the browser gets the function's source. */
const PageFunction = (() => undefined).constructor as new (...parts: string[]) => Load;

/** Runs in the page: merges the parts into a result, within the limits. */
async function finish(
  axe: Axe,
  { parts, options, most }: { parts: Partial[]; options: AxeOptions; most: typeof kept },
): Promise<Found[]> {
  const { violations } = await axe.finishRun(parts, options);
  return violations.slice(0, most.rules).map(({ id, impact, help, helpUrl, nodes }) => ({
    id,
    impact,
    help,
    helpUrl,
    count: nodes.length,
    nodes: nodes.slice(0, most.elements).map(({ target, html }) => ({ target, html: html.slice(0, most.characters) })),
  }));
}

/** One check of a page, with the checker in each of its frames. */
class Check {
  readonly #load: Load;
  readonly #options: AxeOptions;

  constructor(load: Load, options: AxeOptions) {
    this.#load = load;
    this.#options = options;
  }

  async violations(frame: Frame, element: Locator | undefined, time: { timeout: number }): Promise<Found[]> {
    const axe = await frame.evaluateHandle(this.#load, undefined);
    const context = element
      ? await element.evaluateHandle((found) => found as unknown, undefined, time)
      : await frame.evaluateHandle(() => document as unknown);
    const partials = await this.#partials(axe, context, 1);
    return axe.evaluate(finish, { parts: partials, options: this.#options, most: kept });
  }

  async #partials(axe: JSHandle<Axe>, context: JSHandle<unknown>, level: number): Promise<Partial[]> {
    const options = this.#options;
    const frames = await axe.evaluate(
      (checker, given) => checker.utils.getFrameContexts(given.context, given.options),
      {
        context,
        options,
      },
    );
    const own = await axe.evaluate((checker, given) => checker.runPartial(given.context, given.options), {
      context,
      options,
    });
    const partials: Partial[] = [own];
    for (const { frameSelector, frameContext } of frames)
      partials.push(...(await this.#within({ axe, frameSelector, frameContext, level })));
    return partials;
  }

  /** A frame that can't be entered is reported as null, as the checker expects. */
  async #within(given: { axe: JSHandle<Axe>; level: number } & FrameContext): Promise<Partial[]> {
    const { axe, frameSelector, frameContext, level } = given;
    if (level >= maxFrameLevels) return [null];
    try {
      const element = await axe.evaluateHandle(
        (checker, selector) => checker.utils.shadowSelect(selector),
        frameSelector,
      );
      const frame = await element.asElement()?.contentFrame();
      if (!frame) return [null];
      const inner = await frame.evaluateHandle(this.#load, undefined);
      const context = await frame.evaluateHandle((found) => found as unknown, frameContext);
      return await this.#partials(inner, context, level + 1);
    } catch {
      return [null];
    }
  }
}

/**
 * The check for browsers whose page functions return no handles: the checker is loaded for each call, and frames are
 * entered by their selectors.
 */
class CheckByLocators {
  readonly #loader: string;
  readonly #options: AxeOptions;

  constructor(loader: string, options: AxeOptions) {
    this.#loader = loader;
    this.#options = options;
  }

  async violations(scope: Scope, element: Locator | undefined, time: { timeout: number }): Promise<Found[]> {
    const partials = await this.#partials(scope, element, null, { level: 1, time });
    return this.#call(
      scope.locator('css=:root'),
      finish,
      { parts: partials, options: this.#options, most: kept },
      time,
    );
  }

  async #partials(
    scope: Scope,
    element: Locator | undefined,
    context: unknown,
    at: { level: number; time: { timeout: number } },
  ): Promise<Partial[]> {
    const given = { context, isElement: element !== undefined, options: this.#options };
    const { own, frames } = await this.#call<typeof given, { own: Partial; frames: FrameContext[] }>(
      element ?? scope.locator('css=:root'),
      audit,
      given,
      at.time,
    );
    const partials: Partial[] = [own];
    for (const { frameSelector, frameContext } of frames) {
      if (at.level >= maxFrameLevels) return [...partials, null];
      const way = [frameSelector]
        .flat()
        .map((part) => `css=${part}`)
        .join(' >> ');
      const inner = scope.locator(way).contentFrame();
      const within = this.#partials(inner, undefined, frameContext, { ...at, level: at.level + 1 });
      partials.push(...(await within.catch(() => [null])));
    }
    return partials;
  }

  #call<Given, Result>(
    at: Locator,
    work: (axe: Axe, given: Given, element: Element) => Result | Promise<Result>,
    given: Given,
    time: { timeout: number },
  ): Promise<Result> {
    const body = `(element, given) => (${work})((() => { ${this.#loader} })(), given, element)`;
    // The browser gets the function's source; its type is that of the result.
    return at.evaluate(body as never, given as never, time);
  }
}

/** Runs in the page: checks one document and lists its frames. */
async function audit(
  axe: Axe,
  given: { context: unknown; isElement: boolean; options: AxeOptions },
  element: Element,
): Promise<{ own: Partial; frames: FrameContext[] }> {
  const context = given.isElement ? element : (given.context ?? document);
  return {
    own: await axe.runPartial(context, given.options),
    frames: axe.utils.getFrameContexts(context, given.options),
  };
}

/** The selector of an element, including the frames and shadow trees around it. */
const selectorOf = (target: unknown[]): string =>
  target.map((part) => (Array.isArray(part) ? part.join(' >>> ') : String(part))).join(' › ');

const toViolation = ({ id, impact, help, helpUrl, nodes, count }: Found): Violation => ({
  rule: id,
  impact: impact ?? 'minor',
  help,
  helpUrl,
  elements: nodes.map(({ target, html }) => ({ selector: selectorOf(target), snippet: html })),
  count,
});

const rank = ({ impact }: Pick<Violation, 'impact'>) => accessibilityImpacts.indexOf(impact);
const countOf = (violations: readonly Violation[]) => violations.reduce((sum, { count }) => sum + count, 0);
const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The step's outcome; rules below the failing impact are listed too. */
function judged(violations: Violation[], impact: string, subject: string): Outcome {
  const least = accessibilityImpacts.findIndex((one) => one === impact);
  const failing = violations.filter((violation) => rank(violation) >= least);
  if (failing.length === 0) {
    const below =
      violations.length === 0
        ? ''
        : `${many(violations.length, 'rule')} with less impact ${violations.length === 1 ? 'is' : 'are'} broken.`;
    return { ...passed, message: below, violations };
  }
  const worst = failing[0] as Violation;
  const others = failing.length > 1 ? `, and ${many(failing.length - 1, 'more rule')}` : '';
  throw new StepFailure(
    'failed',
    `${subject} breaks ${many(failing.length, 'rule')} of accessibility at ${many(countOf(failing), 'place')}: ${worst.help} (${worst.rule})${others}.`,
    { violations, expected: `no violation that is ${impact} or worse`, actual: many(countOf(failing), 'violation') },
  );
}

function optionsOf(action: StepAction): AxeOptions {
  const standard = accessibilityStandards.findIndex((one) => one === action.text('standard'));
  if (standard < 0) throw new StepFailure('error', `The standard "${action.text('standard')}" is not known.`);
  const ignored = listOf(action.text('ignore'));
  return {
    runOnly: { type: 'tag', values: tagsOf.slice(0, standard + 1).flat() },
    rules: Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  };
}

async function violationsIn(action: StepAction, element: Locator | undefined, options: AxeOptions): Promise<Found[]> {
  const time = action.readingTime;
  if (action.session.isWebDriver)
    return new CheckByLocators(await loaderOf(), options).violations(action.page, element, time);
  const handle = await element?.elementHandle(action.time);
  const frame = (await handle?.ownerFrame()) ?? action.page.mainFrame();
  return new Check(new PageFunction(await loaderOf()), options).violations(frame, element, time);
}

const verifyAccessibility: Handler = async (action) => {
  const options = optionsOf(action);
  const impact = action.text('impact');
  if (!accessibilityImpacts.some((one) => one === impact))
    throw new StepFailure('error', `The impact "${impact}" is none of ${accessibilityImpacts.join(', ')}.`);
  const element = action.call.target ? await action.element() : undefined;
  const found = await violationsIn(action, element, options).catch((error: unknown) => {
    const [, rule] = /unknown rule `([^`]+)`/.exec(String(error)) ?? [];
    throw rule === undefined ? error : new StepFailure('error', `There is no rule "${rule}". Remove it from the step.`);
  });
  const violations = found.map(toViolation).toSorted((a, b) => rank(b) - rank(a));
  return judged(violations, impact, element ? `"${action.target.name}"` : 'The page');
};

/** Handler of the accessibility keyword. */
export const accessibilityHandlers: Record<string, Handler> = { verifyAccessibility };
