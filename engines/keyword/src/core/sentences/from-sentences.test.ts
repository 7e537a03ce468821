import { describe, expect, it } from 'vitest';
import { findKeyword } from '../catalogue.ts';
import { toText } from '../text/to-text.ts';
import { fromSentences } from './from-sentences.ts';

/** A sentence, and the text of its steps. */
const table: [sentence: string, text: string][] = [
  ['Go to https://shop.example/login', 'Open URL url="https://shop.example/login"'],
  ['Open the page /cart', 'Open URL url="/cart"'],
  ['visit shop.example.com', 'Open URL url=shop.example.com'],
  ['Navigate to {{baseUrl}}/help', 'Open URL url="{{baseUrl}}/help"'],
  ['Click “Sign in”', 'Click "Sign in" (role=button name="Sign in" | role=link name="Sign in" | text="Sign in")'],
  ['Click „Sign in“', 'Click "Sign in" (role=button name="Sign in" | role=link name="Sign in" | text="Sign in")'],
  ['Click «Sign in»', 'Click "Sign in" (role=button name="Sign in" | role=link name="Sign in" | text="Sign in")'],
  ['Click ‘Sign in’', 'Click "Sign in" (role=button name="Sign in" | role=link name="Sign in" | text="Sign in")'],
  [
    "Click 'Ada's cart'",
    'Click "Ada\'s cart" (role=button name="Ada\'s cart" | role=link name="Ada\'s cart" | text="Ada\'s cart")',
  ],
  ['Click `#buy > a`', 'Click "#buy > a" (css="#buy > a")'],
  ['Click "a.b"', 'Click "a.b" (css="a.b")'],
  ['Click "ul > li"', 'Click "ul > li" (css="ul > li")'],
  ['Click "Buy #1"', 'Click "Buy #1" (role=button name="Buy #1" | role=link name="Buy #1" | text="Buy #1")'],
  ['Click "(//a)[2]"', 'Click "(//a)[2]" (xpath="(//a)[2]")'],
  [
    'Click xhttps://shop.example',
    'Click "xhttps://shop.example" (role=button name="xhttps://shop.example" | role=link name="xhttps://shop.example" | text="xhttps://shop.example")',
  ],
  ['Click the button', 'Click "button" (role=button)'],
  ['Type "a" into the field', 'Set Text "field" (role=textbox) value=a'],
  ['Go back', 'Go Back'],
  ['Go forward.', 'Go Forward'],
  ['Refresh the page', 'Reload'],
  ['Open a new tab with https://a.example/', 'New Tab url="https://a.example/"'],
  ['Switch to the second tab', 'Switch Tab value=2'],
  ['switch to tab 3', 'Switch Tab value=3'],
  ['Switch to the Help tab', 'Switch Tab by=title value=Help'],
  ['Close the tab', 'Close Tab'],
  ['Resize the window to 800x600', 'Set Viewport width=800 height=600'],
  ['Click the Sign in button', 'Click "Sign in button" (role=button name="Sign in")'],
  ['click on "Sign in"', 'Click "Sign in" (role=button name="Sign in" | role=link name="Sign in" | text="Sign in")'],
  ['Tap the link Help', 'Click "link Help" (role=link name="Help")'],
  ['Then press the "Save" button.', 'Click "Save button" (role=button name="Save")'],
  [
    "I click the user's name",
    'Click "user\'s name" (role=button name="user\'s name" | role=link name="user\'s name" | text="user\'s name")',
  ],
  ['Click "#buy"', 'Click "#buy" (css="#buy")'],
  ['Click "//ul/li[1]"', 'Click "//ul/li[1]" (xpath="//ul/li[1]")'],
  ['Double-click the image Logo', 'Double Click "image Logo" (role=img name="Logo")'],
  ['right click the row Ada', 'Right Click "row Ada" (role=row name="Ada")'],
  ['Hover over the Help button', 'Hover "Help button" (role=button name="Help")'],
  ['Move the mouse over "Menu"', 'Hover "Menu" (role=button name="Menu" | role=link name="Menu" | text="Menu")'],
  [
    'Drag "Cup" onto "Cart"',
    'Drag And Drop "Cup" (text="Cup" | label="Cup" | placeholder="Cup" | testid="Cup") onto="text=\\"Cart\\""',
  ],
  ['Scroll to the bottom', 'Scroll To x=0 y=1000000'],
  [
    'Scroll to the footer',
    'Scroll To "footer" (text="footer" | label="footer" | placeholder="footer" | testid="footer")',
  ],
  ['Press Enter', 'Press Key keys=Enter'],
  [
    'Press Ctrl+A in the Search field',
    'Press Key "Search field" (role=searchbox | label="Search" | placeholder="Search") keys="Control+a"',
  ],
  ['hit the escape key', 'Press Key keys=Escape'],
  [
    'type alice into Email',
    'Set Text "Email" (label="Email" | placeholder="Email" | role=textbox name="Email") value=alice',
  ],
  [
    'Type "alice and bob" into the Name field',
    'Set Text "Name field" (label="Name" | placeholder="Name" | role=textbox name="Name") value="alice and bob"',
  ],
  [
    'Enter "coffee" in the password field',
    'Set Text "password field" (label="password" | placeholder="password" | role=textbox name="password") value=coffee',
  ],
  [
    'Fill in the Email field with ada@example.com',
    'Set Text "Email field" (label="Email" | placeholder="Email" | role=textbox name="Email") value="ada@example.com"',
  ],
  [
    'Fill Name with "Ada Lovelace"',
    'Set Text "Name" (label="Name" | placeholder="Name" | role=textbox name="Name") value="Ada Lovelace"',
  ],
  [
    'Set Street to "High Road 1"',
    'Set Text "Street" (label="Street" | placeholder="Street" | role=textbox name="Street") value="High Road 1"',
  ],
  [
    'Slowly type hello into Search',
    'Type Slowly "Search" (label="Search" | placeholder="Search" | role=textbox name="Search") value=hello',
  ],
  ['Clear the Search field', 'Clear "Search field" (role=searchbox | label="Search" | placeholder="Search")'],
  [
    'Select Blue in Colour',
    'Select Option "Colour" (label="Colour" | placeholder="Colour" | role=combobox name="Colour") value=Blue',
  ],
  [
    'choose "Germany" from the Country dropdown',
    'Select Option "Country dropdown" (label="Country" | placeholder="Country" | role=combobox name="Country") value=Germany',
  ],
  [
    'Pick the option Tea from Category',
    'Select Option "Category" (label="Category" | placeholder="Category" | role=combobox name="Category") value=Tea',
  ],
  ['Check the "It is a gift" checkbox', 'Check "It is a gift checkbox" (role=checkbox name="It is a gift")'],
  ['tick Newsletter', 'Check "Newsletter" (role=checkbox name="Newsletter" | label="Newsletter")'],
  ['Uncheck the Newsletter checkbox', 'Check "Newsletter checkbox" (role=checkbox name="Newsletter") on=false'],
  [
    'Enter the date 2026-12-24 in Delivery on',
    'Set Date "Delivery on" (label="Delivery on" | placeholder="Delivery on" | role=textbox name="Delivery on") date=2026-12-24',
  ],
  ['Wait 2 seconds', 'Wait ms=2000'],
  ['wait for 500 ms', 'Wait ms=500'],
  ['Wait until the page shows "Thank you"', 'Wait For Text text="Thank you"'],
  [
    'Wait until the spinner disappears',
    'Wait For Element "spinner" (text="spinner" | label="spinner" | placeholder="spinner" | testid="spinner") state=hidden',
  ],
  ['Wait for the Save button to be enabled', 'Wait For Element "Save button" (role=button name="Save") state=enabled'],
  ['Wait until the address contains /orders', 'Wait For URL operator=contains url="/orders"'],
  ['Wait for the response from /api/orders', 'Wait For Response url="/api/orders"'],
  [
    'Wait until the Status field shows "Done"',
    'Wait For Text "Status field" (label="Status" | placeholder="Status" | role=textbox name="Status") text=Done',
  ],
  ['wait for the heading', 'Wait For Element "heading" (role=heading)'],
  ['check that the heading shows Welcome', 'Verify Text "heading" (role=heading) operator=contains expected=Welcome'],
  [
    'Check that "Total" is "9.90"',
    'Verify Text "Total" (text="Total" | label="Total" | placeholder="Total" | testid="Total") operator=equals expected=9.90',
  ],
  ['Verify that the title is "Shop"', 'Verify Title operator=equals expected=Shop'],
  ['Make sure the URL contains /cart', 'Verify URL operator=contains expected="/cart"'],
  ['Verify that the Save button is disabled', 'Verify State "Save button" (role=button name="Save") state=disabled'],
  ['Ensure the error message is not visible', 'Verify State "error message" (role=alert) state=hidden'],
  [
    'Verify "Sign out" exists',
    'Verify State "Sign out" (text="Sign out" | label="Sign out" | placeholder="Sign out" | testid="Sign out") state=visible',
  ],
  [
    'Assert that the Email field is empty',
    'Verify Value "Email field" (label="Email" | placeholder="Email" | role=textbox name="Email") operator="is empty"',
  ],
  [
    'Check that the value of Email is ada@example.com',
    'Verify Value "Email" (label="Email" | placeholder="Email" | role=textbox name="Email") operator=equals expected="ada@example.com"',
  ],
  [
    'Verify that the Name field has the value Ada',
    'Verify Value "Name field" (label="Name" | placeholder="Name" | role=textbox name="Name") operator=equals expected=Ada',
  ],
  ['Check that there are 8 buttons', 'Verify Count "buttons" (role=button) expected=8'],
  [
    'Check that the number of ".card" is greater than 3',
    'Verify Count ".card" (css=".card") operator="is greater than" expected=3',
  ],
  ['Check that the page contains "Welcome back"', 'Wait For Text text="Welcome back"'],
  ['I should see "Hello"', 'Wait For Text text=Hello'],
  ['I should not see "Error"', 'Verify State "Error" (text="Error") state=hidden'],
  [
    'Check that the attribute href of the Help link ends with /help',
    'Verify Attribute "Help link" (role=link name="Help") name=href operator="ends with" expected="/help"',
  ],
  [
    'Check that the Newsletter checkbox is checked',
    'Verify State "Newsletter checkbox" (role=checkbox name="Newsletter") state=checked',
  ],
  [
    'Save the text of the total as sum',
    'Store Text "total" (text="total" | label="total" | placeholder="total" | testid="total") variable=sum',
  ],
  ['store the number of "tbody > tr" in rows', 'Store Count "tbody > tr" (css="tbody > tr") variable=rows'],
  [
    'Remember the attribute href of "Help" as link',
    'Store Attribute "Help" (text="Help" | label="Help" | placeholder="Help" | testid="Help") name=href variable=link',
  ],
  ['Set the variable name to "Ada"', 'Set Variable variable=name value=Ada'],
  ['Set the cookie lang to de', 'Set Cookie name=lang value=de'],
  ['Save the session as admin', 'Save Session name=admin'],
  ['Keep the sign-in as "Ada Lovelace"', 'Save Session name="Ada Lovelace"'],
  ['Use the session admin', 'Use Session name=admin'],
  ['Use the saved sign-in of {{user}}', 'Use Session name="{{user}}"'],
  ['Use the admin session', 'Use Session name=admin'],
  ['Use the function admin session', 'Call Function function="admin session"'],
  ['Accept the dialog', 'Accept Dialog action=accept'],
  ['Dismiss the next alert', 'Accept Dialog action=dismiss'],
  ['Confirm the prompt with "SPRING"', 'Accept Dialog action=accept text=SPRING'],
  ['Switch to the frame card', 'Switch Frame "card" (css="iframe[name=\\"card\\"], iframe[title=\\"card\\"]")'],
  ['Leave the frame', 'Switch Frame'],
  ['Take a screenshot', 'Take Screenshot'],
  [
    'Take a screenshot of the cart called "Cart"',
    'Take Screenshot "cart" (text="cart" | label="cart" | placeholder="cart" | testid="cart") name=Cart',
  ],
  ['Call the function sign in', 'Call Function function="sign in"'],
  ['Set the location to 48.14, 11.58', 'Set Geolocation latitude=48.14 longitude=11.58'],
  ['Set the clock to 2026-12-24T18:00', 'Set Clock time="2026-12-24T18:00"'],
  ['Stop the clock at today+7', 'Set Clock time="today+7" mode="stands still"'],
  ['Move the clock forward by 5 minutes', 'Move Clock by=5m'],
  ['Note: this is important', 'Comment text="this is important"'],
  [
    'If the cookie banner is visible, click "Accept"',
    'If "cookie banner" (text="cookie banner" | label="cookie banner" | placeholder="cookie banner" | testid="cookie banner") state=visible\n  Click "Accept" (role=button name="Accept" | role=link name="Accept" | text="Accept")\nEnd',
  ],
  [
    '1. Go to https://a.example/ then click the Start button. Check that the heading says "Ready".',
    'Open URL url="https://a.example/"\nClick "Start button" (role=button name="Start")\nVerify Text "heading" (role=heading) operator=equals expected=Ready',
  ],
  ['- Given the user clicks the Login button', 'Click "Login button" (role=button name="Login")'],
  [
    'And I type {{password}} into Password',
    'Set Text "Password" (label="Password" | placeholder="Password" | role=textbox name="Password") value="{{password}}"',
  ],
  ['Count the rows as lines', 'Store Count "rows" (role=row) variable=lines'],
  ["Check that the Save button isn't enabled", 'Verify State "Save button" (role=button name="Save") state=disabled'],
  [
    'Verify that the text of the "Total" cell starts with 9',
    'Verify Text "Total cell" (role=cell name="Total") operator="starts with" expected=9',
  ],
  [
    'The user types hello into the Search field',
    'Set Text "Search field" (role=searchbox | label="Search" | placeholder="Search") value=hello',
  ],
  ['Press the Down arrow key', 'Press Key keys=ArrowDown'],
  ['Check that the page is accessible', 'Verify Accessibility'],
  ['Verify that the table Cart is accessible', 'Verify Accessibility "table Cart" (role=table name="Cart")'],
  ['Check that the page looks as before', 'Verify Screenshot name=page'],
  ['Check that the page still looks like in Checkout', 'Verify Screenshot name=Checkout'],
  [
    'Check that the heading looks as in the picture "Shop, top"',
    'Verify Screenshot "heading" (role=heading) name="Shop, top"',
  ],
  ['Swipe up', 'Swipe direction=up'],
  [
    'swipe left by 300 pixels on the list Gallery',
    'Swipe "list Gallery" (role=list name="Gallery") direction=left distance=300',
  ],
  ['Start measuring "Sign in"', 'Start Measure name="Sign in"'],
  ['Stop measuring "Sign in" after at most 800 ms', 'End Measure name="Sign in" most=800'],
  ['Press Shift+Tab', 'Press Key keys="Shift+Tab"'],
  ['Move the pointer to the Profile icon', 'Hover "Profile icon" (role=img name="Profile")'],
  ['Stop because: nothing is left', 'Stop reason="nothing is left"'],
];

const understood = (text: string) => fromSentences(text, () => 's');

describe('fromSentences', () => {
  it.each(table)('understands: %s', (sentence, text) => {
    const { steps, notUnderstood } = understood(sentence);
    expect(notUnderstood).toEqual([]);
    expect(toText(steps).trimEnd()).toBe(text);
    expect(steps.every(({ keyword }) => findKeyword(keyword))).toBe(true);
  });

  it("lists what it doesn't understand, and guesses nothing", () => {
    const text = 'Reload the page\n\nDo a barrel roll. Go back\nClick\nthe Save button';
    const { steps, notUnderstood } = understood(text);
    expect(steps.map(({ keyword }) => keyword)).toEqual(['reload', 'goBack']);
    expect(notUnderstood).toEqual([
      { line: 3, text: 'Do a barrel roll' },
      { line: 4, text: 'Click' },
      { line: 5, text: 'the Save button' },
    ]);
  });

  it('is fast even with adversarial lines', () => {
    const lines = ['verify that ', 'set ', 'wait until ', 'select ', 'if ', "'", '"', 'check the attribute a of ']
      .map((head) => head + 'a to in is '.repeat(88))
      .concat(' '.repeat(5000), 'x'.repeat(5000), '"\'“'.repeat(300));
    const startedAt = performance.now();
    understood(lines.join('\n'));
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('gives steps unique ids', () => {
    const { steps } = fromSentences('Go back\nGo back');
    expect(steps[0]?.id).not.toBe(steps[1]?.id);
  });
});
