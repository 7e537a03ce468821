import { stripTypeScriptTypes } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, randomSteps, step } from '../../testing/index.ts';
import { catalogue } from '../catalogue.ts';
import { fromJson, type Script, toJson } from '../script.ts';
import { newStep, type Step, stepLimits } from '../step.ts';
import { describeStep } from '../text/describe-step.ts';
import { toGherkin } from './to-gherkin.ts';
import { toPlaywright } from './to-playwright.ts';

const scriptOf = (steps: Step[]): Script => ({ name: 'Order', steps, functions: [] });
const numRuns = process.env.TOUCHSTONE_TESTS === 'long' ? 10_000 : 100;
const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => unknown;

describe('the document', () => {
  it('is read back as written, whatever the steps are', () => {
    fc.assert(
      fc.property(randomSteps, (steps) => {
        const script: Script = { name: 'x', steps, functions: [{ name: 'f', inputs: ['a'], outputs: [], steps }] };
        expect(fromJson(toJson(script))).toEqual({ script });
      }),
      { numRuns },
    );
  });

  it('fills in defaults for what is left out', () => {
    const document = { format: 'touchstone-keyword-script', version: 1, steps: [{ id: 'a', keyword: 'reload' }] };
    expect(fromJson(JSON.stringify(document))).toEqual({
      script: { name: 'Script', steps: [newStep('a', 'reload')], functions: [] },
    });
  });

  const deep = (levels: number): unknown => ({
    id: 'a',
    keyword: 'if',
    ...(levels > 0 && { steps: [deep(levels - 1)] }),
  });
  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'The document is not valid JSON'],
    ['another format', { format: 'side', version: 1, steps: [] }, 'format:'],
    ['a later version', { version: 2 }, 'which a later release wrote'],
    [
      'a step without a keyword',
      { format: 'touchstone-keyword-script', version: 1, steps: [{ id: 'a' }] },
      'steps.0.keyword:',
    ],
    [
      'too many levels',
      { format: 'touchstone-keyword-script', version: 1, steps: [deep(stepLimits.levels + 1)] },
      'steps',
    ],
    ['null', null, 'document:'],
  ])('explains what is wrong: %s', (_name, document, message) => {
    const read = fromJson(typeof document === 'string' ? document : JSON.stringify(document));
    expect('problems' in read && read.problems.join('\n')).toContain(message);
  });
});

describe('toPlaywright', () => {
  it('writes TypeScript that compiles, whatever the texts are', () => {
    fc.assert(
      fc.property(randomSteps, (steps) => {
        const sensible = steps.filter(({ keyword }) => keyword !== 'runJavaScript' && keyword !== 'comment');
        const code = stripTypeScriptTypes(toPlaywright(scriptOf(withoutCode(sensible)))).replace(/^import .*$/gm, '');
        expect(() => new AsyncFunction('test', 'expect', code)).not.toThrow();
      }),
      { numRuns },
    );
  });

  it('gives functions unique names, whatever they are called', () => {
    const names = ['sign in', 'sign-in', 'in', ' ', '²', '𝒳 y'];
    const functions = names.map((name) => ({ name, inputs: [], outputs: [], steps: [step('reload')] }));
    const steps = names.map((name) => step('callFunction', { function: name }));
    const code = stripTypeScriptTypes(toPlaywright({ name: 'x', steps, functions })).replace(/^import .*$/gm, '');
    expect(() => new AsyncFunction('test', 'expect', code)).not.toThrow();
    expect(new Set([...code.matchAll(/async function (\S+)\(/g)].map(([, name]) => name)).size).toBe(names.length);
  });

  it('has a counterpart of every keyword', () => {
    for (const { id } of catalogue)
      expect(toPlaywright(scriptOf([step(id, {}, { target: at('x') })])), id).not.toContain('no counterpart');
  });

  it('verifies pictures and accessibility', () => {
    const code = toPlaywright(
      scriptOf([
        step('verifyScreenshot', {
          name: 'Home',
          threshold: '0.5',
          masks: 'css="#clock"\ntext=Now',
          wholePage: 'true',
        }),
        step('verifyScreenshot', { name: 'Cart' }, { target: at('cart') }),
        step(
          'verifyAccessibility',
          { standard: 'WCAG 2.0 AA', impact: 'serious', ignore: 'region' },
          { target: at('x') },
        ),
      ]),
    );
    expect(code).toContain("import AxeBuilder from '@axe-core/playwright';");
    expect(code).toContain(
      "await expect(page).toHaveScreenshot('Home.png', { maxDiffPixelRatio: 0.005, mask: [page.locator('#clock'), page.getByText('Now')], fullPage: true });",
    );
    expect(code).toContain("await expect(page.locator('#cart')).toHaveScreenshot('Cart.png');");
    expect(code).toContain(
      "await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).include('#x').disableRules(['region']).analyze();",
    );
    expect(code).toContain("const impacts = ['serious', 'critical'];");
  });

  it('says what happens after failures, and leaves out disabled steps', () => {
    const code = toPlaywright(
      scriptOf([
        step(
          'verifyTitle',
          { operator: 'starts with', expected: 'a.b' },
          { onFailure: 'continue', comment: 'why\nso' },
        ),
        step('click', {}, { target: at('x'), onFailure: 'retry', retries: 2 }),
        step('reload', {}, { isEnabled: false }),
        step('switchFrame', {}, { target: at('frame') }),
        step(
          'click',
          {},
          { target: { name: 'y', locators: [{ by: 'role', value: 'button', name: 'Go', exact: true }], frame: [] } },
        ),
      ]),
    );
    const body = code.slice(code.indexOf('const vars')).split('\n').slice(1, -2);
    expect(body.map((line) => line.slice(2))).toEqual([
      '// why',
      '// so',
      "await expect.soft(page).toHaveTitle(new RegExp(`^${literally('a.b')}`));",
      'await expect(async () => {',
      "  await page.locator('#x').click();",
      '}).toPass();',
      '// Switched off: Reload',
      "await page.locator('#frame').contentFrame().getByRole('button', { name: 'Go', exact: true }).click();",
    ]);
  });
});

/** User code may not compile within other code. */
function withoutCode(steps: Step[]): Step[] {
  return steps
    .filter(({ keyword }) => keyword !== 'runJavaScript')
    .map((one) => ({
      ...one,
      ...(one.steps && { steps: withoutCode(one.steps) }),
      ...(one.otherwise && { otherwise: withoutCode(one.otherwise) }),
    }));
}

describe('toGherkin', () => {
  it('says what happens after a failure, and keeps each step on one line', () => {
    const steps = [
      step('tryCatch', {}, { steps: [step('reload')], otherwise: [step('comment', { text: 'a  \n b' })] }),
      step('fly', { inputs: 'x=1' }),
    ];
    expect(toGherkin(scriptOf(steps)).split('\n').slice(3)).toEqual([
      '    # try:',
      '      Given I reload the page',
      '    # after a failure:',
      '      # a b',
      '    # end',
      '    When I fly',
      '',
    ]);
  });

  it('distinguishes given, when and then', () => {
    const steps = [
      step('openUrl', { url: 'https://shop/' }),
      step('setText', { value: 'ada' }, { target: at('user') }),
      step('click', {}, { target: at('go'), comment: 'signs in' }),
      step('verifyTitle', { expected: 'Hello' }),
      step('verifyState', { state: 'visible' }, { target: at('menu') }),
      step('if', { left: '{{a}}', operator: 'is empty' }, { steps: [step('reload')], otherwise: [step('goBack')] }),
      step('callFunction', { function: 'sign out', inputs: 'how=a|b' }),
      step('reload', {}, { isEnabled: false }),
    ];
    expect(toGherkin(scriptOf(steps)).split('\n')).toEqual([
      'Feature: Order',
      '',
      '  Scenario: Order',
      '    Given I open "https://shop/"',
      '    When I set "user" to "ada"',
      '    # signs in',
      '    And I click "go"',
      '    Then the title equals "Hello"',
      '    And "menu" is visible',
      '    # if "{{a}}" is empty:',
      '      When I reload the page',
      '    # otherwise:',
      '      And I go back',
      '    # end',
      '    And I call the function "sign out"',
      '      | how | a\\|b |',
      '    # Switched off: reload the page',
      '',
    ]);
  });
});

describe('describeStep', () => {
  it('has a phrase for every keyword', () => {
    for (const { id, title } of catalogue) {
      const args: Record<string, string> = id === 'comment' ? { text: 'A note' } : {};
      expect(describeStep(step(id, args, { target: at('x') })), id).toMatch(/^["a-zA]/);
      expect(describeStep(step(id, args, { target: at('x') })), id).not.toBe(title);
    }
  });
  it.each([
    [step('click', {}, { target: at('Sign in') }), 'click "Sign in"'],
    [step('waitForElement', {}, { target: at('menu') }), 'wait until "menu" is visible'],
    [step('verifyText', { operator: 'contains', expected: 'a' }, { target: at('x') }), 'the text of "x" contains "a"'],
    [step('while', { state: 'hidden' }, { target: at('x') }), 'while "x" is hidden'],
    [
      step('setText', { value: `${'long '.repeat(40)}` }, { target: at('x') }),
      `set "x" to "${'long '.repeat(16).slice(0, 79)}…"`,
    ],
    [step('while', { left: '', operator: 'equals', right: '' }), 'while "" equals ""'],
    [step('verifyTitle', { operator: 'is not empty', expected: 'x' }), 'the title is not empty'],
    [step('setText', { value: '' }, { target: at('x') }), 'set "x" to ""'],
    [step('swipe', { direction: 'left' }, { target: at('list') }), 'swipe left on "list"'],
    [step('swipe', { to: 'css="#cart"' }), 'swipe to "css="#cart""'],
    [step('verifyAccessibility'), 'the page is accessible'],
    [step('verifyScreenshot', { name: 'Cart' }, { target: at('cart') }), '"cart" looks as in "Cart"'],
    [step('fly'), 'fly'],
  ])('describes %#', (given, phrase) => {
    expect(describeStep(given)).toBe(phrase);
  });
});
