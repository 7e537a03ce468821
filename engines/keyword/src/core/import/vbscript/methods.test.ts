import { expect, test } from 'vitest';
import { formatVbScript } from '../../../testing/index.ts';

const on = (object: string) => `Browser("a").Page("b").${object}`;

test.each<[code: string, expected: string[]]>([
  ['WebEdit("name:=q").Set -5', ['setText <css [name="q"]> value=-5']],
  ['WebEdit("name:=q").Set CStr(total)', ['setText <css [name="q"]> value={{total}}']],
  ['WebEdit("name:=q").Set ("a") & "b"', ['setText <css [name="q"]> value=ab']],
  ['WebEdit("name:=q").Set "a" & vbCrLf & vbNullString & True', ['setText <css [name="q"]> value=a|True']],
  ['WebCheckBox("name:=box").Set "OFF"', ['check <css input[name="box"]> on=false']],
  ['WebCheckBox("name:=box").Set "official"', ['check <css input[name="box"]>']],
  ['WebFile("name:=cv").Set "C:\\docs\\cv.pdf"', ['uploadFile <css input[name="cv"]> file=cv.pdf']],
  ['WebList("name:=size").Select "#2"', ['selectOption <css [name="size"]> by=number value=3']],
  ['WebList("name:=size").Select 12', ['selectOption <css [name="size"]> by=number value=13']],
  ['WebList("name:=size").Select "12"', ['selectOption <css [name="size"]> value=12']],
  ['WebList("name:=size").Select "size 3"', ['selectOption <css [name="size"]> value=size 3']],
  ['WebTabStrip("html id:=tabs").Select "Orders"', ['click <role tab Orders>']],
  ['WebRadioGroup("pay").Select "card"', ['check <css input[name="pay"][value="card"]>']],
  ['WebEdit("name:=q").Type micReturn', ['pressKey <css [name="q"]> keys=Enter']],
  ['WebEdit("name:=q").Type micPgDn', ['pressKey <css [name="q"]> keys=PageDown']],
  ['WebEdit("name:=q").Type "tea"', ['typeSlowly <css [name="q"]> value=tea delayMs=0']],
  ['WebEdit("name:=q").Type name', ['typeSlowly <css [name="q"]> value={{name}} delayMs=0']],
  ['Link("text:=Go").Click 3, 4', ['click <role link Go exact> x=3 y=4']],
  ['Link("text:=Go").Click 3, 4, micRightBtn', ['rightClick <role link Go exact>']],
  ['Link("text:=Go").Click , , 1', ['rightClick <role link Go exact>']],
  ['Link("text:=Go").Click 3', ['click <role link Go exact>']],
  ['Link("text:=Go").Click x, 4', ['click <role link Go exact>']],
  ['Link("text:=Go").Click 3, 4, micLeftBtn', ['click <role link Go exact> x=3 y=4']],
  ['Link("text:=Go").FireEvent "onmouseover"', ['hover <role link Go exact>']],
  ['Link("text:=Go").FireEvent "ONCLICK"', ['click <role link Go exact>']],
  ['Link("text:=Go").CheckProperty "visible", True', ['verifyState <role link Go exact> state=visible']],
  ['Link("text:=Go").CheckProperty "visible", "0"', ['verifyState <role link Go exact> state=hidden']],
  ['Link("text:=Go").CheckProperty "disabled", 1', ['verifyState <role link Go exact> state=disabled']],
  ['Link("text:=Go").CheckProperty "href", "/x"', ['verifyAttribute <role link Go exact> name=href expected=/x']],
  ['Link("text:=Go").CheckProperty "html id", "go"', ['verifyAttribute <role link Go exact> name=id expected=go']],
  ['Link("text:=Go").CheckProperty "name", "Go"', ['verifyText <role link Go exact> expected=Go']],
  ['WebEdit("name:=q").CheckProperty "name", "q"', ['verifyAttribute <css [name="q"]> name=name expected=q']],
  ['WebEdit("name:=q").CheckProperty "value", "tea"', ['verifyValue <css [name="q"]> expected=tea']],
  ['WebList("name:=q").CheckProperty "Selection", "tea"', ['verifyValue <css [name="q"]> expected=tea']],
  ['WebCheckBox("name:=q").CheckProperty "checked", "-1"', ['verifyState <css input[name="q"]> state=checked']],
  [
    'Link("text:=Go").WaitProperty "enabled", False, 0',
    ['waitForElement <role link Go exact> state=disabled within 1'],
  ],
  [
    'Link("text:=Go").WaitProperty "innertext", "Done", 9999999',
    ['waitForText <role link Go exact> text=Done within 3600000'],
  ],
  ['Link("text:=Go").WaitProperty "innertext", "Done"', ['waitForText <role link Go exact> text=Done']],
  ['Link("text:=Go").WaitProperty "visible", True, limit', ['waitForElement <role link Go exact> state=visible']],
  ['Link("text:=Go").DoubleClick', ['doubleClick <role link Go exact>']],
  ['Link("text:=Go").RightClick', ['rightClick <role link Go exact>']],
  ['Link("text:=Go").MiddleClick', ['click <role link Go exact> button=middle']],
  ['Link("text:=Go").HoverTap', ['hover <role link Go exact>']],
  ['Link("text:=Go").MouseOver', ['hover <role link Go exact>']],
  ['Link("text:=Go").Submit', ['pressKey <role link Go exact> keys=Enter']],
  ['Link("text:=Go").CaptureBitmap "a.png"', ['takeScreenshot <role link Go exact>']],
  ['Link("text:=Go").MakeVisible', ['scrollTo <role link Go exact>']],
  ['Link("text:=Go").Highlight', []],
  [
    'WebEdit("name:=q").SetSecure "5f"',
    ['setText <css [name="q"]> value={{q}}', "1: The encrypted text can't be read. Give the variable q its value."],
  ],
  ['WebTable("class:=t", "index:=x").Click', ['click <css table.t>']],
  ['WebTable("class:=t", "index:=12").Click', ['click <css :nth-match(table.t, 13)>']],
  ['WebEdit("micclass:=WebEdit","x:=3").Click', ['1: Nothing in its description finds an element.']],
  ['Link("name:=Home").Click', ['click <role link Home exact>']],
  ['WebButton("outertext:=Go", "visible:=True").Click', ['click <role button Go exact>']],
  ['WebButton( "name:=Go" , "type :=submit").Click', ['click <css [type="submit"]>']],
  ['WebEdit(field).Click', ['click <label {{field}}>']],
])('an element: %s', (code, expected) => {
  expect(formatVbScript(on(code))).toEqual(expected);
});

test.each<[code: string, expected: string[]]>([
  ['Browser("a").HandleDialog micOK', ['acceptDialog action=accept']],
  ['Browser("a").HandleDialog 1, "tea"', ['acceptDialog action=accept text=tea']],
  ['Browser("a").HandleDialog micCancel', ['acceptDialog action=dismiss']],
  ['Browser("a").HandleDialog', ['acceptDialog action=dismiss']],
  ['Browser("a").Page("b").RunScript "alert(1)"', ['runJavaScript code=alert(1)']],
  ['Browser("a").OpenNewTab', ['newTab']],
  ['Browser("a").Forward', ['goForward']],
  ['Browser("a").CaptureBitmap "x"', ['takeScreenshot']],
  ['Browser("a").Maximize', []],
  ['Browser("a").Navigate "shop.example"', ['openUrl url=https://shop.example']],
  ['Browser("a").Navigate url', ['openUrl url={{url}}']],
])('a browser or a page: %s', (code, expected) => {
  expect(formatVbScript(code)).toEqual(expected);
});

test.each([
  'WebEdit("name:=q").Set',
  'WebEdit("name:=q").Set a * 2',
  'WebList("name:=size").Select',
  'WebRadioGroup("xpath:=//input").Select "card"',
  'WebEdit("name:=q").Type a + b',
  'WebEdit("name:=q").Type',
  'Link("text:=Go").FireEvent onDblClick',
  'Link("text:=Go").FireEvent "onblur"',
  'Link("text:=Go").CheckProperty "href"',
  'Link("text:=Go").CheckProperty a + b, "x"',
  'Link("text:=Go").WaitProperty "href", "/x", 10',
  'Link("text:=Go").WaitProperty "visible"',
  'Link("text:=Go").Sync',
  'Link("text:=Go")',
  'RunScript a + b',
  'Browser("a").Navigate',
  'Browser("a").Fly',
])('a method without a counterpart, or with too few arguments, is reported: %s', (code) => {
  const line = code.startsWith('Browser') ? code : on(code);
  expect(formatVbScript(line)).toEqual([`1: Not understood: ${line}`]);
});
