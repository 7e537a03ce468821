import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, randomSteps, step } from '../../testing/index.ts';
import { newStep } from '../step.ts';
import { readLocator, toLocatorText } from './locator-text.ts';
import { readText } from './read-text.ts';
import { toText } from './to-text.ts';

const read = (text: string) => readText(text, { functions: [], id: () => 's' });

describe('the text of steps', () => {
  it('is read back as written, whatever the steps are', () => {
    fc.assert(
      fc.property(randomSteps, (steps) => {
        const { steps: again, problems } = read(toText(steps));
        expect(problems.filter(({ message }) => !message.startsWith('There is no function'))).toEqual([]);
        expect(again).toEqual(steps);
      }),
      { numRuns: 300 },
    );
  });

  it('is plain', () => {
    const steps = [
      step('openUrl', { url: 'https://shop/' }, { comment: 'the shop' }),
      step(
        'click',
        { count: '2' },
        {
          target: {
            name: 'Sign in',
            locators: [
              { by: 'role', value: 'button', name: 'Sign in' },
              { by: 'css', value: '#in', exact: true },
            ],
            frame: [{ by: 'css', value: 'iframe' }],
          },
          onFailure: 'retry',
          retries: 2,
          timeoutMs: 500,
          evidence: 'always',
          isEnabled: false,
        },
      ),
      step('if', { left: '{{a}}', operator: 'is empty' }, { steps: [step('reload')], otherwise: [step('goBack')] }),
      step(
        'tryCatch',
        {},
        { steps: [step('reload')], otherwise: [step('wait', { ms: '5' }, { comment: 'two\nlines' })] },
      ),
    ];
    expect(toText(steps)).toBe(`Open URL url="https://shop/" # the shop
Click "Sign in" (role=button name="Sign in" | css="#in" exact in css="iframe") count=2 [off, retry, retries 2, timeout 500, evidence always]
If left="{{a}}" operator="is empty"
  Reload
Otherwise
  Go Back
End
Try
  Reload
Catch
  Wait ms=5 # "two\\nlines"
End
`);
  });

  it('may be written by hand: in any case, with any indentation and comments', () => {
    const { steps, problems } = read(
      '\n   # remark\n\tclick   "x"(css="#x")  [ continue ]\r\nwait for element "x" (css="#x")\n\n',
    );
    expect(problems).toEqual([]);
    expect(steps).toEqual([
      newStep('s', 'comment', { args: { text: 'remark' } }),
      newStep('s', 'click', { target: at('x'), onFailure: 'continue' }),
      newStep('s', 'waitForElement', { target: at('x') }),
    ]);
  });

  it.each<[string, number, string]>([
    ['Clock "x" (css="#x")', 1, 'No keyword begins this line.'],
    ['Verify "x"', 1, 'Perhaps you mean Verify Accessibility'],
    ['Reload\nClick "x"', 2, 'Say in brackets how "x" is found'],
    ['Click "x" (colour="red")', 1, 'This is no locator: colour="red")'],
    ['Click "x" (css="#x"', 1, 'A closing bracket is missing'],
    ['Click "x" (css="#x") colour=red', 1, 'Click has no argument "colour".'],
    ['Click "x" (css="#x") count= 3', 1, 'Not understood: count= 3'],
    ['Reload [slowly]', 1, 'There is no setting "slowly".'],
    ['Reload [retries 11]', 1, 'There is no setting "retries 11".'],
    ['Open URL url="\\q"', 1, 'is not written correctly'],
    ['End', 1, 'Nothing is open'],
    ['Reload\nIf left=a', 2, 'If is not closed.'],
    ['While left=a\nOtherwise\nEnd', 2, 'Otherwise belongs within If'],
    ['If left=a\nOtherwise\nOtherwise\nEnd', 3, 'Otherwise belongs within If'],
    ['Call Function function=sing', 1, 'There is no function "sing".'],
    ['Click "x" (css="#x") [timeout 0]', 1, 'There is no setting "timeout 0".'],
    ['Reload x', 1, 'Not understood: x. Reload takes nothing more.'],
    ['Open URL x', 1, 'Open URL takes url='],
    ['Reload\nCatch', 2, 'Otherwise belongs within If'],
  ])('explains what is wrong: %s', (text, line, message) => {
    expect(read(text).problems).toContainEqual({ line, message: expect.stringContaining(message) });
  });

  it('keeps the lines that it understood', () => {
    const { steps, problems } = read('Reload\nFly\nGo Back');
    expect(steps.map(({ keyword }) => keyword)).toEqual(['reload', 'goBack']);
    expect(problems).toHaveLength(1);
  });

  it('is bounded', () => {
    expect(read('Reload\n'.repeat(20_000)).problems).toEqual([
      { line: 15_001, message: expect.stringContaining('at most 15000 lines') },
    ]);
    expect(read(`Comment text="${'x'.repeat(300_000)}"`).problems[0]?.message).toBe('The line is too long.');
  });
});

describe('the text of locators', () => {
  it.each([
    ['role=button name="Save" exact', { by: 'role', value: 'button', name: 'Save', exact: true }],
    ['css=#cart', { by: 'css', value: '#cart' }],
    ['text="a \\"b\\""', { by: 'text', value: 'a "b"' }],
  ])('reads %s', (text, locator) => {
    expect(readLocator(text)).toEqual(locator);
  });
  it.each(['', 'the cart', 'css', 'colour=red', 'css=a css=b', 'css="a" more', 'css="\\q"', 'exact'])(
    'refuses %s',
    (text) => {
      expect(readLocator(text)).toBeUndefined();
    },
  );
  it('writes roles without quotes', () => {
    expect(toLocatorText({ by: 'role', value: 'link', name: 'Help' })).toBe('role=link name="Help"');
  });
});
