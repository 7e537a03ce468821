import { expect, test } from 'vitest';
import { formatSteps } from '../../testing/index.ts';
import { stepLimits } from '../step.ts';
import { importRecorder } from './import-recorder.ts';

test.each<[recorded: object[], steps: string[]]>([
  [[{ type: 'navigate' }], ['openUrl url=', '1: The step navigate names no element or value that was understood.']],
  [[{ type: 'click', selectors: [['aria/[role="button"]']] }], ['click <role button>']],
  [[{ type: 'click', selectors: [['aria/Go[role="button"]']] }], ['click <role button Go>']],
  [[{ type: 'click', selectors: [['']] }], ['1: The step click names no element or value that was understood.']],
  [[{ type: 'click', selectors: 'x' }], ['1: The step click names no element or value that was understood.']],
  [[{ type: 'click', button: 'auxiliary', selectors: [['#x']] }], ['click <css #x> button=middle']],
  [[{ type: 'click', button: 'primary', selectors: [['#x']] }], ['click <css #x>']],
  [[{ type: 'click', selectors: [['aria/'], ['text/Go']] }], ['click <text Go>']],
  [[{ type: 'click', selectors: [['pierce/#a', '#b']] }], ['click <css #b>']],
  [[{ type: 'click', selectors: [['#a', 'aria/Go']] }], ['click <role button Go>']],
  [[{ type: 'click', selectors: [['a/b', 'c']] }], ['click <css c>']],
  [
    [{ type: 'change', value: 'x', selectors: [['aria/Country[role="combobox"]']] }],
    ['selectOption <role combobox Country> by=value value=x'],
  ],
  [
    [{ type: 'change', value: 'x', selectors: [['#a'], ['form > select']] }],
    ['selectOption <css #a> by=value value=x'],
  ],
  [[{ type: 'change', value: 'x', selectors: [['.selected']] }], ['setText <css .selected> value=x']],
  [[{ type: 'change', value: 'x' }], ['1: The step change names no element or value that was understood.']],
  [
    [
      { type: 'keyDown', key: 'Shift' },
      { type: 'keyDown', key: 'Alt' },
      { type: 'keyDown', key: 'x' },
      { type: 'keyUp', key: 'Shift' },
      { type: 'keyDown', key: 'Meta' },
      { type: 'keyDown', key: 'y' },
    ],
    ['pressKey keys=Shift+Alt+x', 'pressKey keys=Alt+Meta+y'],
  ],
  [[{ type: 'keyDown' }], ['pressKey keys=', '1: The step keyDown names no element or value that was understood.']],
  [[{ type: 'waitForElement', selectors: [['#x']], visible: false }], ['waitForElement <css #x> state=hidden']],
  [[{ type: 'waitForElement', selectors: [['#x']], count: 1 }], ['waitForElement <css #x> state=visible']],
  [
    [{ type: 'waitForElement', selectors: [['#x']], count: 1, operator: '>=' }],
    ['waitForElement <css #x> state=visible'],
  ],
  [
    [{ type: 'waitForElement', selectors: [['#x']], count: 1, operator: '<=' }],
    ['verifyCount <css #x> operator=is less than expected=2'],
  ],
  [[{ type: 'waitForElement', selectors: [['#x']], count: 0 }], ['verifyCount <css #x> operator=equals expected=0']],
  [
    [{ type: 'waitForElement', selectors: [['#x']], count: 2, operator: '==' }],
    ['verifyCount <css #x> operator=equals expected=2'],
  ],
  [[{ type: 'waitForElement' }], ['1: The step waitForElement names no element or value that was understood.']],
  [[{ type: 'scroll' }], ['scrollTo x=0 y=0']],
  [[{ type: 'scroll', x: 1, y: 2, selectors: [['#x']] }], ['scrollTo <css #x>']],
  [[{ type: 'hover' }], ['1: The step hover names no element or value that was understood.']],
  [[{ type: 'doubleClick' }], ['1: The step doubleClick names no element or value that was understood.']],
  [[{}], ['1: The step (without a type) has no counterpart. Add a step for it.']],
  [[{ type: 'fly' }], ['1: The step fly has no counterpart. Add a step for it.']],
])('%j', (recorded, expected) => {
  const { steps, problems } = importRecorder(JSON.stringify({ steps: recorded }));
  expect([...formatSteps(steps), ...problems.map(({ line, message }) => `${line}: ${message}`)]).toEqual(expected);
});

test("an element keeps as many locators as a step may have, including its frames'", () => {
  const selectors = Array.from({ length: 20 }, (_one, index) => [`#a${index}`]);
  const { steps } = importRecorder(JSON.stringify({ steps: [{ type: 'hover', selectors, frame: [0, 1] }] }));
  expect(steps[0]?.target?.locators).toHaveLength(stepLimits.locators - 2);
  expect(steps[0]?.target?.frame.map(({ value }) => value)).toEqual([':nth-match(iframe, 1)', ':nth-match(iframe, 2)']);
});

test.each([[], { steps: 1 }])('a document that is no recording is refused: %j', (document) => {
  expect(() => importRecorder(JSON.stringify(document))).toThrow('it has no list "steps"');
});
