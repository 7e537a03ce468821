import { expect, test } from 'vitest';
import { formatSteps } from '../../testing/index.ts';
import { checkSteps } from '../check/check-steps.ts';
import { toText } from '../text/to-text.ts';
import { formatOf, importScripts } from './import-script.ts';
import { importVbScript } from './import-vbscript.ts';

const read = (code: string) => {
  let count = 0;
  const id = () => {
    count += 1;
    return `s${count}`;
  };
  const [script] = importVbScript(code, id);
  if (!script) throw new Error('Nothing was read.');
  return script;
};
const stepsOf = (code: string) => formatSteps(read(code).steps);

test("a shop's test is read completely, and its steps have no faults", () => {
  const { steps, problems } = read(`Option Explicit
' Signs in to the shop
SystemUtil.Run "chrome.exe", "https://shop.example/login"
Browser("Shop").Page("Login").WebEdit("user").Set "ada" : Wait 1
Browser("Shop").Page("Login").WebEdit("password").Set DataTable("password", dtGlobalSheet)
Browser("Shop").Page("Login").WebCheckBox("remember").Set "ON"
Browser("Shop").Page("Login").WebButton("Sign in").Click
Browser("Shop").Page("Shop").Sync
Browser("Shop").Page("Shop").WebList("size").Select "Large"
Browser("Shop").Page("Shop").WebRadioGroup("pay").Select "card"
Browser("Shop").Page("Shop").Link("Cart").Click
Browser("Shop").Page("Cart").WebElement("total").CheckProperty "innertext", "12.90 " & currency
Browser("Shop").Navigate "https://shop.example/cart"
Browser("Shop").Back`);
  expect(problems).toEqual([]);
  expect(formatSteps(steps)).toEqual([
    'openUrl url=https://shop.example/login',
    'setText <label user> value=ada',
    'wait ms=1000',
    'setText <label password> value={{password}}',
    'check <role checkbox remember>',
    'click <role button Sign in>',
    'selectOption <role combobox size> value=Large',
    'check <css input[name="pay"][value="card"]>',
    'click <role link Cart>',
    'verifyText <text total exact> expected=12.90 {{currency}}',
    'openUrl url=https://shop.example/cart',
    'goBack',
  ]);
  expect(checkSteps(steps, { functions: [] })).toEqual([]);
  expect(toText(steps)).toContain('Click');
});

test.each([
  [
    'several properties',
    '.WebEdit("name:=user", "html tag:=INPUT", "type:=text")',
    'css input[name="user"][type="text"]',
  ],
  ['the text of a button', '.WebButton("name:=Sign in")', 'role button Sign in exact'],
  ['a part of a text', '.Link("innertext:=.*orders.*")', 'role link orders'],
  ['an id and a place', '.WebElement("html id:=row", "index:=2")', 'css :nth-match([id="row"], 3)'],
  ['a class', '.WebElement("class:=btn primary")', 'css .btn.primary'],
  ['an escaped pattern', '.Link("href:=https://a\\.example/\\?x=1")', 'css a[href="https://a.example/?x=1"]'],
  ['an XPath', '.WebElement("xpath:=//td[2]")', 'xpath //td[2]'],
  ['a variable', '.WebEdit("name:=" & field)', 'css [name="{{field}}"]'],
  ['an attribute', '.WebElement("attribute/data-testid:=total")', 'css [data-testid="total"]'],
])('an element is described by %s', (_what, object, way) => {
  expect(stepsOf(`Browser("a").Page("b")${object}.Click`)).toEqual([`click <${way}>`]);
});

test('logical names are searched as role, label, placeholder, name and id, even in frames', () => {
  const [step] = read('Browser("a").Page("b").Frame("inner").WebEdit("user").Set "x"').steps;
  expect(step?.target).toEqual({
    name: 'user',
    locators: [
      { by: 'label', value: 'user' },
      { by: 'placeholder', value: 'user' },
      { by: 'css', value: '[name="user"]' },
      { by: 'css', value: '[id="user"]' },
    ],
    frame: [{ by: 'css', value: ':is(iframe, frame):is([name="inner"], [id="inner"], [title="inner"])' }],
  });
});

test('conditions, cases and loops are read with their contents', () => {
  expect(
    stepsOf(`
If Browser("a").Page("b").WebElement("error").Exist(5) Then
  Reporter.ReportEvent micFail, "Sign in", "An error is shown"
ElseIf user = "" Then
  ExitTest
Else
  Print "ok"
End If
If Not Browser("a").Page("b").Link("Sign out").Exist(1) Then Browser("a").Refresh Else Print "in"
Select Case role
  Case "admin"
    Print "a"
  Case "user", "guest"
    Print "b"
  Case Else
    Print "c"
End Select
For i = 1 To 3
  Browser("a").Page("b").WebElement("row" & i).Click
Next
For Each name In Array("Ada", "Bo")
  Print name
Next
Do While InStr(text, "more") > 0
  n = n + 1
Loop
While Browser("a").Page("b").WebElement("total").GetROProperty("innertext") <> "0"
  Wait 0, 500
Wend`),
  ).toEqual([
    'if <text error exact> state=visible',
    ' stop reason=Sign in: An error is shown result=failed',
    'else',
    ' if left={{user}} operator=is empty',
    '  stop',
    ' else',
    '  comment text=ok',
    'if <role link Sign out> state=hidden',
    ' reload',
    'else',
    ' comment text=in',
    'if left={{role}} operator=equals right=admin',
    ' comment text=a',
    'else',
    ' if left={{role}} operator=matches right=^(?:user|guest)$',
    '  comment text=b',
    ' else',
    '  comment text=c',
    'forEach values=1|2|3 variable=i',
    ' click <text row{{i}} exact>',
    'forEach values=Ada|Bo variable=name',
    ' comment text={{name}}',
    'while left={{text}} operator=contains right=more',
    " runJavaScript code=return Number('{{n}}') + 1; variable=n",
    'storeText <text total exact> variable=property1',
    'while left={{property1}} operator=does not equal right=0',
    ' wait ms=500',
    ' storeText <text total exact> variable=property1',
  ]);
});

test('compound conditions are evaluated before the step that needs them', () => {
  expect(
    stepsOf(`
If a > 1 And Not Browser("a").Page("b").Link("Out").Exist(1) And b <> "" Then Print "all" Else Print "not all"
If x = "1" Or (y = "2" And z = "3") Then
  Print "one"
ElseIf open Or Browser("a").Page("b").WebElement("total").GetROProperty("innertext") = "0" Then
  Print "other"
End If
Do Until done Or n > 9
  n = n + 1
Loop`),
  ).toEqual([
    'setVariable variable=condition1 value=False',
    'if left={{a}} operator=is greater than right=1',
    ' if <role link Out> state=hidden',
    '  if left={{b}} operator=is not empty',
    '   setVariable variable=condition1 value=True',
    'if left={{condition1}} operator=equals right=True',
    ' comment text=all',
    'else',
    ' comment text=not all',
    'setVariable variable=condition3 value=False',
    'if left={{x}} operator=equals right=1',
    ' setVariable variable=condition3 value=True',
    'setVariable variable=condition2 value=False',
    'if left={{y}} operator=equals right=2',
    ' if left={{z}} operator=equals right=3',
    '  setVariable variable=condition2 value=True',
    'if left={{condition2}} operator=equals right=True',
    ' setVariable variable=condition3 value=True',
    'if left={{condition3}} operator=equals right=True',
    ' comment text=one',
    'else',
    ' setVariable variable=condition4 value=False',
    ' if left={{open}} operator=equals right=True',
    '  setVariable variable=condition4 value=True',
    ' storeText <text total exact> variable=property1',
    ' if left={{property1}} operator=equals right=0',
    '  setVariable variable=condition4 value=True',
    ' if left={{condition4}} operator=equals right=True',
    '  comment text=other',
    'setVariable variable=condition5 value=False',
    'if left={{done}} operator=equals right=True',
    ' setVariable variable=condition5 value=True',
    'if left={{n}} operator=is greater than right=9',
    ' setVariable variable=condition5 value=True',
    'while left={{condition5}} operator=does not equal right=True',
    " runJavaScript code=return Number('{{n}}') + 1; variable=n",
    ' setVariable variable=condition5 value=False',
    ' if left={{done}} operator=equals right=True',
    '  setVariable variable=condition5 value=True',
    ' if left={{n}} operator=is greater than right=9',
    '  setVariable variable=condition5 value=True',
  ]);
});

test('a loop with its condition at the end always runs once', () => {
  const { steps, problems } = read(`
Do
  Print "round"
Loop While Browser("a").Page("b").Link("More").Exist(1)
Do
  Print "round"
Loop Until a = "x" And b = "y"
Do
  Print "for ever"
Loop`);
  expect(formatSteps(steps)).toEqual([
    'setVariable variable=condition1 value=True',
    'while left={{condition1}} operator=equals right=True',
    ' comment text=round',
    ' setVariable variable=condition1 value=False',
    ' if <role link More> state=visible',
    '  setVariable variable=condition1 value=True',
    'setVariable variable=condition2 value=True',
    'while left={{condition2}} operator=equals right=True',
    ' comment text=round',
    ' setVariable variable=condition2 value=True',
    ' setVariable variable=condition3 value=False',
    ' if left={{a}} operator=equals right=x',
    '  if left={{b}} operator=equals right=y',
    '   setVariable variable=condition3 value=True',
    ' if left={{condition3}} operator=equals right=True',
    '  setVariable variable=condition2 value=False',
    'setVariable variable=condition4 value=True',
    'while left={{condition4}} operator=equals right=True',
    ' comment text=for ever',
  ]);
  expect(problems).toEqual([{ line: 8, message: 'This loop has no condition. Give it one.' }]);
  expect(checkSteps(steps, { functions: [] })).toEqual([]);
});

test('object variables, With, descriptions and continued lines are supported', () => {
  expect(
    stepsOf(`
Set page = Browser("a") _
  .Page("b")
Set field = Description.Create
field("micclass").Value = "WebEdit"
field("name").Value = "user"
page.WebEdit(field).Set "it's ""Ada"""
With page
  .WebEdit("name:=city").Set "Bern" ' the capital
  .WebButton("Save").Click
End With
total = page.WebElement("total").GetROProperty("innertext")
link = page.Link("Cart").GetROProperty("href")
cell = page.WebTable("orders").GetCellData(2, 3)
shown = page.Link("Cart").Exist(2)
page.WebElement("done").WaitProperty "visible", True, 5000
Browser("a").Dialog("Message").WinButton("Cancel").Click`),
  ).toEqual([
    'setText <css [name="user"]> value=it\'s "Ada"',
    'setText <css [name="city"]> value=Bern',
    'click <role button Save>',
    'storeText <text total exact> variable=total',
    'storeAttribute <role link Cart> name=href variable=link',
    "runJavaScript <role table orders> code=return element.rows[1]?.cells[2]?.innerText ?? ''; variable=cell",
    'if <role link Cart> state=visible',
    ' setVariable variable=shown value=True',
    'else',
    ' setVariable variable=shown value=False',
    'acceptDialog action=dismiss',
    'waitForElement <text done exact> state=visible within 5000',
  ]);
});

test('Sub and Function become functions with inputs and outputs, and calls use their names', () => {
  const { steps, functions, problems } = read(`
SignIn "ada", password
Call SignIn("bo", "x")
total = PriceOf("tea")
Function PriceOf(ByVal item)
  Browser("a").Page("b").WebElement(item).Click
  PriceOf = Browser("a").Page("b").WebElement("price").GetROProperty("innertext")
End Function
Sub SignIn(user, pass)
  Browser("a").Page("b").WebEdit("user").Set user
  Nonsense here
End Sub`);
  expect(formatSteps(steps)).toEqual([
    'callFunction function=SignIn inputs=user=ada|pass={{password}}',
    'callFunction function=SignIn inputs=user=bo|pass=x',
    'callFunction function=PriceOf inputs=item=tea outputs=total=PriceOf',
  ]);
  expect(functions?.map(({ name, inputs, outputs }) => [name, inputs, outputs])).toEqual([
    ['PriceOf', ['item'], ['PriceOf']],
    ['SignIn', ['user', 'pass'], []],
  ]);
  expect(formatSteps(functions?.[0]?.steps ?? [])).toEqual([
    'click <text {{item}} exact>',
    'storeText <text price exact> variable=PriceOf',
  ]);
  expect(problems).toEqual([{ line: 11, message: 'Not understood: Nonsense here' }]);
  expect(checkSteps(steps, { functions: functions ?? [] })).toEqual([]);
});

test('unsupported statements are reported with their line, and everything else is read', () => {
  const { steps, problems } = read(`
Set fso = CreateObject("Scripting.FileSystemObject")
Browser("a").Page("b").WebEdit("pin").SetSecure "5f3a"
Browser("a").Page("b").WebElement("total").Check CheckPoint("Total")
If a > 1 Xor b < 2 Then
  Browser("a").Page("b").WebButton("Go").Click
End If
Browser("a").Page("b").WebElement("innertext:=a|b").Click
Browser("a").Page("b").WebButton("Go").Drag 1, 2
For i = 1 To UBound(list)
  Print i
Next
DataTable.SetCurrentRow 2
Loop
If open Then
  Browser("a").Close`);
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '2 Not understood: Set fso = CreateObject("Scripting.FileSystemObject")',
    "3 The encrypted text can't be read. Give the variable pin its value.",
    '4 The checkpoint "Total" lies in the object repository. Only that the element is visible is checked.',
    '5 The condition was not understood: If a > 1 Xor b < 2 Then',
    '8 Nothing in its description finds an element.',
    '9 Not understood: Browser("a").Page("b").WebButton("Go").Drag 1, 2',
    '10 How often the loop goes round was not understood: For i = 1 To UBound(list)',
    '13 Not understood: DataTable.SetCurrentRow 2',
    '14 Nothing is open that ends here: Loop',
    '16 A block is not closed here.',
  ]);
  expect(formatSteps(steps)).toEqual([
    'setText <label pin> value={{pin}}',
    'verifyState <text total exact> state=visible',
    'if left=a > 1 Xor b < 2 operator=equals right=True',
    ' click <role button Go>',
    'forEach values=1 variable=i',
    ' comment text={{i}}',
    'if left={{open}} operator=equals right=True',
    ' closeTab',
  ]);
});

test("a loop over the data table's rows becomes one over ours; On Error Resume Next lets the script continue", () => {
  const { steps } = read(`
On Error Resume Next
For row = 1 To DataTable.GetRowCount
  DataTable.SetCurrentRow(row)
  Browser("a").Page("b").WebEdit("user").Set DataTable.Value("User name", dtGlobalSheet)
Next
On Error GoTo 0
Browser("a").Refresh`);
  expect(formatSteps(steps)).toEqual(['forEach', ' setText <label user> value={{User_name}}', 'reload']);
  expect([steps[0]?.steps?.[0]?.onFailure, steps[1]?.onFailure]).toEqual(['continue', 'stop']);
});

test('VBScript is distinguished from Playwright by its syntax', () => {
  const code = 'Browser("Shop").Page("Login").WebButton("Sign in").Click';
  expect(formatOf(code)).toBe('vbscript');
  expect(importScripts(code)[0]?.steps).toHaveLength(1);
  expect(formatOf('await page.goto(\'/\'); // Browser("a").Close')).toBe('playwright');
});

test('any text is read, however long and deeply nested, or refused with a message', () => {
  for (const piece of [
    '"',
    '(',
    "'",
    '_\n',
    'Browser("',
    '.Page(',
    'For Each ',
    'a = ',
    '\u0000',
    ':',
    'Not ',
    'x & ',
    'If a And ',
    'If a Or ',
  ])
    expect(() => read(piece.repeat(20_000))).not.toThrow();
  expect(read(`If ${'Not '.repeat(20_000)}a Then`).problems).toHaveLength(2);
  expect(read(`a = ${'('.repeat(20_000)}1${')'.repeat(20_000)}`).problems).toHaveLength(1);
  expect(() => read('If a Then\n'.repeat(20_000))).toThrow('blocks lie more than 40 deep in each other.');
});
