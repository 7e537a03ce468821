import { expect, test } from 'vitest';
import { formatVbScript } from '../../../testing/index.ts';

const link = 'Browser("a").Page("b").Link("text:=Go")';
const asked = (condition: string) => formatVbScript(`If ${condition.replaceAll('GO', link)} Then\nExitTest\nEnd If`);

test.each<[code: string, expected: string[]]>([
  ['a = "x"', ['if left={{a}} operator=equals right=x']],
  ['a <> ""', ['if left={{a}} operator=is not empty']],
  ['a = ""', ['if left={{a}} operator=is empty']],
  ['a > 3', ['if left={{a}} operator=is greater than right=3']],
  ['a < 3', ['if left={{a}} operator=is less than right=3']],
  ['"a" = a', ['if left=a operator=equals right={{a}}']],
  ['(a = "x")', ['if left={{a}} operator=equals right=x']],
  ['(a) = "x"', ['if left={{a}} operator=equals right=x']],
  ['Not a = "x"', ['if left={{a}} operator=does not equal right=x']],
  ['Not Not a = ""', ['if left={{a}} operator=is empty']],
  ['a', ['if left={{a}} operator=equals right=True']],
  ['Not a', ['if left={{a}} operator=does not equal right=True']],
  ['InStr(a, "b") > 0', ['if left={{a}} operator=contains right=b']],
  ['InStr(a, "b") <> 0', ['if left={{a}} operator=contains right=b']],
  ['InStr(a, "b") = 0', ['if left={{a}} operator=does not contain right=b']],
  ['InStr(1, a, "b") > 0', ['if left={{a}} operator=contains right=b']],
  ['GO.Exist', ['if <role link Go exact> state=visible']],
  ['GO.Exist(0) = True', ['if <role link Go exact> state=visible']],
  ['GO.Exist(0) = False', ['if <role link Go exact> state=hidden']],
  ['GO.Exist(0) <> True', ['if <role link Go exact> state=hidden']],
  ['GO.Exist(0) <> False', ['if <role link Go exact> state=visible']],
  ['GO.GetROProperty("visible") = True', ['if <role link Go exact> state=visible']],
  ['GO.GetROProperty("visible") = False', ['if <role link Go exact> state=hidden']],
  ['GO.GetROProperty("visible") <> True', ['if <role link Go exact> state=hidden']],
  ['GO.GetROProperty("disabled") = 1', ['if <role link Go exact> state=disabled']],
  [
    'GO.GetROProperty("visible") > 1',
    [
      'storeAttribute <role link Go exact> name=visible variable=property1',
      'if left={{property1}} operator=is greater than right=1',
    ],
  ],
  [
    'GO.GetROProperty("href") = "/x"',
    [
      'storeAttribute <role link Go exact> name=href variable=property1',
      'if left={{property1}} operator=equals right=/x',
    ],
  ],
  ['Not GO.GetROProperty("checked") = True', ['if <role link Go exact> state=unchecked']],
  [
    'GO.GetROProperty("href") <> ""',
    ['storeAttribute <role link Go exact> name=href variable=property1', 'if left={{property1}} operator=is not empty'],
  ],
  ['a = True', ['if left={{a}} operator=equals right=True']],
  ['a = False', ['if left={{a}} operator=equals right=False']],
  [
    'a And b',
    [
      'setVariable variable=condition1 value=False',
      'if left={{a}} operator=equals right=True',
      ' if left={{b}} operator=equals right=True',
      '  setVariable variable=condition1 value=True',
      'if left={{condition1}} operator=equals right=True',
    ],
  ],
  [
    'Not (a And b)',
    [
      'setVariable variable=condition1 value=False',
      'if left={{a}} operator=equals right=True',
      ' if left={{b}} operator=equals right=True',
      '  setVariable variable=condition1 value=True',
      'if left={{condition1}} operator=does not equal right=True',
    ],
  ],
  [
    'a Or b And c',
    [
      'setVariable variable=condition2 value=False',
      'if left={{a}} operator=equals right=True',
      ' setVariable variable=condition2 value=True',
      'setVariable variable=condition1 value=False',
      'if left={{b}} operator=equals right=True',
      ' if left={{c}} operator=equals right=True',
      '  setVariable variable=condition1 value=True',
      'if left={{condition1}} operator=equals right=True',
      ' setVariable variable=condition2 value=True',
      'if left={{condition2}} operator=equals right=True',
    ],
  ],
  [
    'a0 Or a1 Or a2 Or a3 Or a4 Or a5 Or a6 Or a7',
    [
      'setVariable variable=condition1 value=False',
      'if left={{a0}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a1}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a2}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a3}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a4}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a5}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a6}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{a7}} operator=equals right=True',
      ' setVariable variable=condition1 value=True',
      'if left={{condition1}} operator=equals right=True',
    ],
  ],
])('%s', (condition, expected) => {
  expect(asked(condition)).toEqual([...expected, ' stop']);
});

test.each([
  'a >= 3',
  'Not a > 3',
  'f(a)',
  'InStr(a) > 0',
  'InStr(a, "b") > 1',
  'Len(a) = 0',
  'GO.Fly = "x"',
  'GO.Fly',
  'a = 1 Imp b',
  'a = b + c',
  '(f(a) = "x")',
  'a Or f(b)',
  'a0 Or a1 Or a2 Or a3 Or a4 Or a5 Or a6 Or a7 Or a8',
])('an unsupported condition is reported, and stays open: %s', (condition) => {
  const lines = asked(condition);
  expect(lines[0]).toMatch(/^if left=.* operator=equals right=True$/);
  expect(lines.slice(1)).toEqual([' stop', expect.stringMatching(/^1: The condition was not understood: If /)]);
});
