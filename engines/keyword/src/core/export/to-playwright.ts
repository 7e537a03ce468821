import { argumentOf, findKeyword } from '../catalogue.ts';
import type { Keyword } from '../keyword.ts';
import { pairsOf } from '../lines.ts';
import { own } from '../own.ts';
import type { Script } from '../script.ts';
import type { Step } from '../step.ts';
import { commentLines, functionName, numberCode, quoted, textCode } from './code-text.ts';
import { CodeWriter } from './code-writer.ts';
import { locatorCode } from './locator-code.ts';
import { type CodeState, stepCode } from './step-code.ts';

/** Helper functions that the code of some keywords needs. */
const helpers: [used: RegExp, code: string[]][] = [
  [/\bliterally\(/, ["const literally = (text: string) => text.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&');"]],
  [
    /\bmatchesAddress\(/,
    [
      'function matchesAddress(pattern: string, url: string): boolean {',
      '  let from = 0;',
      "  return pattern.split('*').every((piece) => {",
      '    const at = url.indexOf(piece, from);',
      '    from = at + piece.length;',
      '    return at >= 0;',
      '  });',
      '}',
    ],
  ],
  [
    /\bfindTab\(/,
    [
      'async function findTab(context: BrowserContext, by: string, value: string): Promise<Page> {',
      '  let found: Page | undefined;',
      '  await expect',
      '    .poll(async () => {',
      '      for (const [at, page] of context.pages().entries()) {',
      "        const text = by === 'number' ? String(at + 1) : by === 'url' ? page.url() : await page.title();",
      "        if (by === 'number' ? text === value : text.includes(value)) found = page;",
      '      }',
      '      return found;',
      '    })',
      '    .toBeTruthy();',
      '  return found!;',
      '}',
    ],
  ],
  [
    /\bswipe\(/,
    [
      "type Element = ReturnType<Page['locator']>;",
      'async function swipe(page: Page, on: Element | null, by: { direction?: string; distance?: number; to?: Element }) {',
      '  const middleOf = async (element: Element | null) => {',
      '    const box = (await element?.boundingBox()) ?? { x: 0, y: 0, ...page.viewportSize()! };',
      '    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };',
      '  };',
      '  const start = await middleOf(on);',
      "  const { direction = 'up', distance = 0 } = by;",
      "  const length = direction === 'up' || direction === 'left' ? -distance : distance;",
      "  const isAcross = direction === 'left' || direction === 'right';",
      '  const end = by.to',
      '    ? await middleOf(by.to)',
      '    : { x: start.x + (isAcross ? length : 0), y: start.y + (isAcross ? 0 : length) };',
      '  const devtools = await page.context().newCDPSession(page);',
      "  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>",
      "    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });",
      "  await touch('touchStart', [start]);",
      '  for (let at = 0.1; at < 1.05; at += 0.1)',
      "    await touch('touchMove', [{ x: start.x + (end.x - start.x) * at, y: start.y + (end.y - start.y) * at }]);",
      "  await touch('touchEnd', []);",
      '}',
    ],
  ],
];

const stateConditions: Record<string, (element: string) => string> = {
  visible: (element) => `${element}.isVisible()`,
  hidden: (element) => `${element}.isHidden()`,
  enabled: (element) => `${element}.isEnabled()`,
  disabled: (element) => `${element}.isDisabled()`,
  checked: (element) => `${element}.isChecked()`,
  unchecked: (element) => `!(${element}.isChecked())`,
};

class PlaywrightWriter {
  readonly #code = new CodeWriter();
  readonly #names: Map<string, string>;
  #state: CodeState = { frames: [] };

  constructor(functions: Script['functions']) {
    const taken = new Set<string>();
    const free = (name: string): string => {
      let unique = name;
      for (let count = 2; taken.has(unique); count += 1) unique = `${name}${count}`;
      taken.add(unique);
      return unique;
    };
    this.#names = new Map(functions.map(({ name }) => [name, free(functionName(name))]));
  }

  write({ name, steps, functions }: Script): string {
    for (const { name: called, inputs, outputs, steps: within } of functions) {
      this.#code.block(
        `async function ${this.#names.get(called)}(page: Page, context: BrowserContext, vars: Vars): Promise<Vars> {`,
        '}',
        () => {
          if (inputs.length > 0)
            this.#code.add(
              ...commentLines(
                `Takes ${inputs.join(', ')}${outputs.length > 0 ? `, gives ${outputs.join(', ')}` : ''}.`,
              ),
            );
          this.#steps(within);
          this.#code.add('return vars;');
        },
      );
      this.#code.add('');
    }
    this.#state = { frames: [] };
    this.#code.block(`test(${quoted(name)}, async ({ page: firstPage, context }) => {`, '});', () => {
      this.#code.add('let page = firstPage;', 'const vars: Vars = {};');
      this.#steps(steps);
    });
    const body = this.#code.toString();
    const used = helpers.filter(([pattern]) => pattern.test(body)).flatMap(([, code]) => [...code, '']);
    const head = [
      ...(body.includes('new AxeBuilder(') ? ["import AxeBuilder from '@axe-core/playwright';"] : []),
      "import { type BrowserContext, expect, type Page, test } from '@playwright/test';",
      '',
      'type Vars = Record<string, string>;',
      '',
      ...used,
    ];
    return `${head.join('\n')}\n${body}`;
  }

  #steps(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.comment) this.#code.add(...commentLines(step.comment));
      if (step.isEnabled) this.#step(step);
      else this.#code.add(...commentLines(`Switched off: ${findKeyword(step.keyword)?.title ?? step.keyword}`));
    }
  }

  #step(step: Step): void {
    const keyword = findKeyword(step.keyword);
    switch (keyword?.id) {
      case 'if':
        this.#code.add(`if (${this.#condition(keyword, step)}) {`);
        this.#code.indented(() => this.#steps(step.steps ?? []));
        if (step.otherwise?.length) {
          this.#code.add('} else {');
          this.#code.indented(() => this.#steps(step.otherwise ?? []));
        }
        this.#code.add('}');
        return;
      case 'while':
        this.#code.block(`for (let round = 0; ${this.#condition(keyword, step)}; round += 1) {`, '}', () => {
          this.#code.add(
            `if (round >= ${numberCode(argumentOf(keyword, step.args, 'max'))}) throw new Error('The condition still holds.');`,
          );
          this.#steps(step.steps ?? []);
        });
        return;
      case 'forEach':
        this.#forEach(keyword, step);
        return;
      case 'tryCatch':
        this.#code.block('try {', '} catch (error) {', () => this.#steps(step.steps ?? []));
        this.#code.indented(() => {
          if (step.args.variable) this.#code.add(`vars[${textCode(step.args.variable)}] = String(error);`);
          this.#steps(step.otherwise ?? []);
        });
        this.#code.add('}');
        return;
      case 'callFunction':
        this.#call(step);
        return;
      case 'stop':
        this.#code.add(
          argumentOf(keyword, step.args, 'result') === 'failed'
            ? `throw new Error(${textCode(step.args.reason || 'The script ended itself.')});`
            : 'return;',
        );
        return;
      case 'comment':
        this.#code.add(...commentLines(step.args.text ?? ''));
        return;
      default:
        this.#plain(step);
    }
  }

  /** A step without nested steps, with what happens after a failure. */
  #plain(step: Step): void {
    const lines = stepCode(step, this.#state);
    if (step.onFailure === 'retry' && step.retries > 0) {
      this.#code.block('await expect(async () => {', '}).toPass();', () => this.#code.add(...lines));
      return;
    }
    if (step.onFailure !== 'continue') {
      this.#code.add(...lines);
      return;
    }
    if (lines.every((line) => line.startsWith('await expect('))) {
      this.#code.add(...lines.map((line) => line.replace('await expect(', 'await expect.soft(')));
      return;
    }
    this.#code.block('try {', '} catch (error) {', () => this.#code.add(...lines));
    this.#code.indented(() => this.#code.add("expect.soft(String(error)).toBe('');"));
    this.#code.add('}');
  }

  #condition(keyword: Keyword, step: Step): string {
    const argument = (name: string) => argumentOf(keyword, step.args, name);
    if (step.target) {
      const element = `await ${locatorCode(step.target, this.#state.frames)}`;
      return own(stateConditions, argument('state'))?.(element) ?? 'false';
    }
    const [left, right] = [textCode(argument('left')), textCode(argument('right'))];
    const conditions: Record<string, string> = {
      equals: `${left} === ${right}`,
      'does not equal': `${left} !== ${right}`,
      contains: `${left}.includes(${right})`,
      'does not contain': `!${left}.includes(${right})`,
      'starts with': `${left}.startsWith(${right})`,
      'ends with': `${left}.endsWith(${right})`,
      matches: `new RegExp(${right}).test(${left})`,
      'is greater than': `Number(${left}) > Number(${right})`,
      'is less than': `Number(${left}) < Number(${right})`,
      'is empty': `${left} === ''`,
      'is not empty': `${left} !== ''`,
    };
    return own(conditions, argument('operator')) ?? 'false';
  }

  #forEach(keyword: Keyword, step: Step): void {
    const variable = textCode(argumentOf(keyword, step.args, 'variable'));
    const values = step.args.values?.trim();
    const head = values
      ? `for (const value of ${textCode(step.args.values ?? '')}.split('\\n').map((line) => line.trim()).filter(Boolean)) {`
      : 'for (const row of [] as Vars[] /* the rows of the data table */) {';
    this.#code.block(head, '}', () => {
      this.#code.add(values ? `vars[${variable}] = value;` : 'Object.assign(vars, row);');
      this.#steps(step.steps ?? []);
    });
  }

  #call(step: Step): void {
    const inputs = pairsOf(step.args.inputs ?? '').map(([name, text]) => `${quoted(name)}: ${textCode(text)}`);
    const name = this.#names.get(step.args.function ?? '') ?? functionName(step.args.function ?? '');
    const call = `await ${name}(page, context, { ${inputs.join(', ')} })`.replace('{  }', '{}');
    const outputs = pairsOf(step.args.outputs ?? '');
    if (outputs.length === 0) {
      this.#code.add(`${call};`);
      return;
    }
    this.#code.block('{', '}', () => {
      this.#code.add(`const given = ${call};`);
      for (const [variable, output] of outputs) this.#code.add(`vars[${quoted(variable)}] = given[${quoted(output)}];`);
    });
  }
}

/** toPlaywright returns a script as a Playwright test in TypeScript; variables are entries of `vars`. */
export function toPlaywright(script: Script): string {
  return new PlaywrightWriter(script.functions).write(script);
}
