import { expect, test } from 'vitest';
import { formatVbScript } from '../../../testing/index.ts';

test.each<[code: string, expected: string[]]>([
  ['Select x', ['1: Not understood: Select x']],
  ['Select Case a\nEnd Select', []],
  [
    'Select Case a + b\nCase 1\nExitTest\nEnd Select',
    ['if left=a + b operator=equals right=1', ' stop', '1: The value was not understood: Select Case a + b'],
  ],
  [
    'Select Case a\nCase "x.", "y"\nExitTest\nCase b, "z"\nExitTest\nCase c\nExitTest\nEnd Select',
    [
      'if left={{a}} operator=matches right=^(?:x\\.|y)$',
      ' stop',
      'else',
      ' if left={{a}} operator=matches right=^(?:\\{\\{b\\}\\}|z)$',
      '  stop',
      ' else',
      '  if left={{a}} operator=equals right={{c}}',
      '   stop',
      '4: The case was not understood: Case b, "z"',
    ],
  ],
  [
    'Select Case a\nCase f(x), g(x)\nExitTest\nEnd Select',
    ['if left={{a}} operator=matches right=^(?:|)$', ' stop', '2: The case was not understood: Case f(x), g(x)'],
  ],
  ['Case 1', ['1: Case has no Select.']],
  ['Else\nExitTest', ['stop', '1: Else has no If.']],
  ['If a Then ExitTest Else', ['if left={{a}} operator=equals right=True', ' stop', 'else']],
  [
    'Do\nElse\nLoop',
    [
      'setVariable variable=condition1 value=True',
      'while left={{condition1}} operator=equals right=True',
      '2: Else has no If.',
      '1: This loop has no condition. Give it one.',
    ],
  ],
  ['For i = 1 To 7 Step 3\nExitTest\nNext', ['forEach values=1|4|7 variable=i', ' stop']],
  ['For i = 3 To 1 Step -1\nExitTest\nNext', ['forEach values=3|2|1 variable=i', ' stop']],
  [
    'For i = 3 To 1\nExitTest\nNext',
    ['forEach values=1 variable=i', ' stop', '1: How often the loop goes round was not understood: For i = 3 To 1'],
  ],
  [
    'For i = 1 To 1001\nNext',
    ['forEach values=1 variable=i', '1: How often the loop goes round was not understood: For i = 1 To 1001'],
  ],
  [
    'For i = 1 To 3 Step 0\nNext',
    ['forEach values=1 variable=i', '1: How often the loop goes round was not understood: For i = 1 To 3 Step 0'],
  ],
  [
    'For i = 1 To DataTable("n")\nNext',
    ['forEach values=1 variable=i', '1: How often the loop goes round was not understood: For i = 1 To DataTable("n")'],
  ],
  ['For i = 1 To DataTable.GetSheet("a").GetRowCount\nDataTable.SetCurrentRow i\nNext', ['forEach']],
  [
    'For i = 1 To x.GetRowCount\nNext',
    ['forEach values=1 variable=i', '1: How often the loop goes round was not understood: For i = 1 To x.GetRowCount'],
  ],
  ['For i = 0 To 0\nNext', ['forEach values=0 variable=i']],
  [
    'For i = 1.5 To 3\nNext',
    ['forEach values=1 variable=i', '1: How often the loop goes round was not understood: For i = 1.5 To 3'],
  ],
  ['For Each x In Split("a,b", ",")\nPrint x\nNext', ['forEach values=a|b variable=x', ' comment text={{x}}']],
  [
    'list = Array("a", "b")\nFor Each x In List\nPrint x\nNext',
    ['forEach values=a|b variable=x', ' comment text={{x}}'],
  ],
  [
    'For Each x In f(y)\nPrint x\nNext',
    [
      'forEach values=  variable=x',
      ' comment text={{x}}',
      '1: What the loop goes over was not understood: For Each x In f(y)',
    ],
  ],
  ['For Each x In Array()\nPrint x\nNext', ['forEach values=  variable=x', ' comment text={{x}}']],
  [
    'While f(a)\nWend',
    ['while left=f ( a ) operator=equals right=True', '1: The condition was not understood: While f(a)'],
  ],
  ['Do While a > 3\nLoop', ['while left={{a}} operator=is greater than right=3']],
  [
    'Do Until a > 3\nLoop',
    ['while left={{a}} operator=is greater than right=3', '1: The condition was not understood: Do Until a > 3'],
  ],
  ['Do Until a = "x"\nLoop', ['while left={{a}} operator=does not equal right=x']],
  [
    'Do\nLoop While f(a)',
    [
      'setVariable variable=condition1 value=True',
      'while left={{condition1}} operator=equals right=True',
      ' setVariable variable=condition1 value=False',
      ' if left=f ( a ) operator=equals right=True',
      '  setVariable variable=condition1 value=True',
      '2: The condition was not understood: Loop While f(a)',
    ],
  ],
  [
    'Do While a = "x"\nLoop Until b',
    ['while left={{a}} operator=equals right=x', '2: The condition at the end of the loop is left out: Loop Until b'],
  ],
  ['End If', ['1: Nothing is open that ends here: End If']],
  ['Wend', ['1: Nothing is open that ends here: Wend']],
  ['Next', ['1: Nothing is open that ends here: Next']],
  ['End With', ['1: Nothing is open that ends here: End With']],
  [
    'With Browser("a").Page("b")\n.Link("text:=Go").Click\n.Sync\nEnd With\n.Link("text:=Go").Click',
    ['click <role link Go exact>', '5: Not understood: .Link("text:=Go").Click'],
  ],
  ['If a Then\nWend\nEnd If', ['if left={{a}} operator=equals right=True', '2: Nothing is open that ends here: Wend']],
  [
    'If a Then\nElseIf f(b) Then\nExitTest\nElseIf c Then ExitRun\nEnd If',
    [
      'if left={{a}} operator=equals right=True',
      'else',
      ' if left=f ( b ) operator=equals right=True',
      '  stop',
      ' else',
      '  if left={{c}} operator=equals right=True',
      '   stop',
      '2: The condition was not understood: ElseIf f(b) Then',
    ],
  ],
  ['If a Then ExitTest\nPrint "b"', ['if left={{a}} operator=equals right=True', ' stop', 'comment text=b']],
  [
    'Sub A(x, ByRef y)\nPrint x\nEnd Sub\nA 1\nA f(z), 2\nCall A("p", "q")\nCall a',
    [
      'callFunction function=A inputs=x=1|y=',
      'callFunction function=A inputs=x=|y=2',
      'callFunction function=A inputs=x=p|y=q',
      'callFunction function=A inputs=x=|y=',
      'function A(x, y): ',
      ' comment text={{x}}',
      '5: The argument x of A was not understood.',
    ],
  ],
  [
    'Function F(x)\nF = x\nEnd Function\ny = F("a")\nz = F(b) & "c"\nF 3',
    [
      'callFunction function=F inputs=x=a outputs=y=F',
      'callFunction function=F inputs=x=3',
      'function F(x): F',
      ' setVariable variable=F value={{x}}',
      '5: Not understood: z = F(b) & "c"',
    ],
  ],
  [
    'Private Function G\nEnd Function\nPublic Sub H()\nExitTest\nEnd Sub\nH',
    ['callFunction function=H', 'function G(): ', 'function H(): ', ' stop'],
  ],
  [
    'Sub A\nIf a Then\nEnd Sub\nPrint "x"',
    ['comment text=x', 'function A(): ', ' if left={{a}} operator=equals right=True', '3: A block is not closed here.'],
  ],
  ['Sub A\nSub B\nPrint "b"\nEnd Sub', ['function A(): ', 'function B(): ', ' comment text=b']],
  ['a = "it""s', ['setVariable variable=a value=it"s']],
  ["a = 'x", ['1: Not understood: a =']],
  ['a = "x" _\n & "y"', ['setVariable variable=a value=xy']],
  ['On Error Resume Next\nPrint "a"\nOn Error GoTo 0\nPrint "b"', ['comment text=a', 'comment text=b']],
  ['On x', ['1: Not understood: On x']],
  [
    'Set d = Description.Create\nd("name").Value = "q"\nd("html tag") = "INPUT"\nd(a + b) = "x"\nBrowser("a").Page("b").WebEdit(d).Click\nBrowser("a").Page("b").WebEdit(d, "index:=1").Click',
    ['click <css input[name="q"]>', 'click <css :nth-match(input[name="q"], 2)>', '4: Not understood: d(a + b) = "x"'],
  ],
  [
    'Set p = Browser("a").Page("b")\nP.Link("text:=Go").Click\nSet l = p.Link("text:=Go")\nl.Click\nx = l.Exist(1)',
    [
      'click <role link Go exact>',
      'click <role link Go exact>',
      'if <role link Go exact> state=visible',
      ' setVariable variable=x value=True',
      'else',
      ' setVariable variable=x value=False',
    ],
  ],
  [
    'Select Case a\nCase f(x)\nExitTest\nEnd Select',
    ['if left={{a}} operator=equals right=', ' stop', '2: The case was not understood: Case f(x)'],
  ],
])('%s', (code, expected) => {
  expect(formatVbScript(code)).toEqual(expected);
});

test('a loop runs at most a thousand times', () => {
  const [line] = formatVbScript('For i = 1 To 1000\nNext');
  expect(line).toMatch(/^forEach values=1\|2\|.*\|999\|1000 variable=i$/);
  expect(formatVbScript('For i = 1 To 1001\nNext')[1]).toContain('How often the loop goes round was not understood');
});
