import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

/** The part of Playwright's page script that this adapter uses, with the same semantics as in the other engines. */
interface InjectedScript {
  parseSelector(selector: string): unknown;
  querySelectorAll(selector: unknown, root: Node): Element[];
  elementState(node: Node, state: string, isFrameVisible: boolean): { matches: boolean; received: string };
  checkElementStates(
    node: Node,
    states: string[],
    isFrameVisible: boolean,
  ): Promise<'error:notconnected' | { missingState: string } | undefined>;
  setupHitTargetInterceptor(
    node: Node,
    action: 'hover' | 'mouse',
    point: { x: number; y: number },
    blocksAll: boolean,
  ): string | { stop(): 'done' | { hitTargetDescription: string } };
  retarget(node: Node, behavior: string): Element | null;
  viewportRatio(element: Element): Promise<number>;
  fill(node: Node, value: string): 'error:notconnected' | 'needsinput' | 'done';
  focusNode(node: Node, resetsSelection: boolean): 'error:notconnected' | 'done';
  selectOptions(node: Node, options: object[]): string | string[];
  setInputFiles(node: Node, files: object[]): string | undefined;
}

/** Tools passed to page functions besides their arguments. */
export interface PageTools extends InjectedScript {
  /** Every element in the document that matches a selector. */
  find(selector: string): Element[];
  /** Watches what the mouse hits, from when an element was last ready for it. */
  mouseWatch?: { stop(): 'done' | { hitTargetDescription: string } };
}

/** Global that holds the tools in a page: a name that no page uses. */
const place = '__touchstone_tools_6f1d';

let source: Promise<string> | undefined;

/**
 * Playwright's injected script: roles, names, texts, shadow trees and actionability. It is from the release that drives
 * the other engines, so that a locator means the same in all of them.
 */
async function injectedSource(): Promise<string> {
  const bundle = createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle');
  const text = await readFile(bundle, 'utf8');
  const from = text.indexOf('generated/injectedScriptSource.ts"()');
  const [, literal] = /\n\s*source\d* = ('(?:[^'\\]|\\.)*');\n/.exec(text.slice(Math.max(0, from))) ?? [];
  if (from < 0 || literal === undefined) throw new Error('This release of playwright-core has no page script.');
  return runInNewContext(literal) as string;
}

const options = {
  isUnderTest: false,
  sdkLanguage: 'javascript',
  frameSeq: 0,
  testIdAttributeName: 'data-testid',
  stableRafCount: 1,
  browserName: 'webkit',
  shouldPrependErrorPrefix: false,
  isUtilityWorld: false,
  customEngines: [],
};

/**
 * Describes the element that the mouse hit instead of the intended one, or returns null. The page got no event of such
 * a miss. Runs in the page.
 */
export const takeObstacle = `() => {
  const tools = globalThis['${place}'];
  const met = tools?.mouseWatch?.stop() ?? 'done';
  if (tools) delete tools.mouseWatch;
  return met === 'done' ? null : met.hitTargetDescription;
}`;

/** The script that installs the tools in a document. */
export function toolsSource(): Promise<string> {
  source ??= injectedSource().then(
    (text) => `(() => {
      const module = {};
      ${text}
      const tools = new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(options)});
      tools.find = (selector) => tools.querySelectorAll(tools.parseSelector(selector), document);
      Object.defineProperty(globalThis, '${place}', { value: tools, configurable: true });
    })();`,
  );
  return source;
}

/** A page function: it gets the tools, and further arguments. */
export type PageFunction<Args extends unknown[], Result> = (
  tools: PageTools,
  ...args: Args
) => Result | Promise<Result>;

/** The result of a page function. */
export type PageAnswer = { value: unknown } | { error: string } | { isBare: true };

/** The document's property with the number of its last command. */
const commandPlace = '__touchstone_command_6f1d';

/** Returns the number of the document's last command. */
export const lastCommandScript = `return globalThis['${commandPlace}'] ?? 0;`;

/**
 * scriptOf makes the script that calls a page function with the command's arguments, and stores the command's number in
 * the document. A document without the tools answers `isBare` and calls nothing, unless the function needs none.
 */
export function scriptOf(body: string, needsTools: boolean, command: number): string {
  return `Object.defineProperty(globalThis, '${commandPlace}', { value: ${command}, configurable: true });
    const [...given] = arguments;
    const done = given.pop();
    const tools = globalThis['${place}'];
    if (${needsTools} && !tools) return done({ isBare: true });
    const tell = (error) => done({ error: error instanceof Error ? error.name + ': ' + error.message : String(error) });
    try {
      Promise.resolve((${body})(${needsTools ? 'tools, ' : ''}...given)).then((value) => done({ value: value === undefined ? null : value }), tell);
    } catch (error) {
      tell(error);
    }`;
}
