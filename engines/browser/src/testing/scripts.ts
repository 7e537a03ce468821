import type { Step } from '@touchstone/engine-keyword/core';
import { act, found } from './play.ts';

/** A button by its name. */
export const button = (name: string) => found('role', 'button', name);
const add = (name: string) => act('click', {}, button(`Add to cart: ${name}`));
/** The number of items in the cart. */
export const badge = found('css', 'header .badge');
const inCart = (count: string) => act('verifyText', { expected: count }, badge);
/** The cart's total. */
export const total = found('testid', 'total');
const cardFrame = [{ by: 'css', value: 'iframe[name=card]' }] as const;
/** Opens a page of the shop. */
export const open = (path = '/') => act('openUrl', { url: path });

/** Scripts that a browser driven by WebDriver can't run. */
export const placeScript = 'setGeolocation';
export const clockScript = 'setClock, moveClock';

/** Tracks its fields as React does: a value set from outside is not a change to it. */
const following = `<input id="name" value="old"><textarea id="note"></textarea><div id="rich" contenteditable>old</div>
<output id="input"></output><output id="change"></output><script>
for (const field of document.querySelectorAll('input, textarea')) {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  let known = field.value;
  Object.defineProperty(field, 'value', { get() { return own.get.call(this); }, set(value) { known = value; own.set.call(this, value); } });
  const tell = ({ type }) => {
    if (type === 'input' && known === field.value) return;
    known = field.value;
    document.getElementById(type).textContent = known;
  };
  field.addEventListener('input', tell);
  field.addEventListener('change', tell);
}
</script>`;

/** Scripts that pass in every engine, except the one about geolocation. */
export const scripts: Record<string, () => Step[]> = {
  'openUrl, goBack, goForward, reload, verifyUrl, verifyTitle': () => [
    open(),
    act('verifyTitle', { expected: 'Products – Leaf & Bean' }),
    act('click', {}, found('text', 'Sign in')),
    act('verifyUrl', { operator: 'ends with', expected: '/login' }),
    act('goBack'),
    act('verifyTitle', { operator: 'starts with', expected: 'Products' }),
    act('goForward'),
    act('waitForUrl', { url: '/login' }),
    act('reload'),
    act('verifyTitle', { operator: 'matches', expected: '^Sign' }),
  ],
  'setText, pressKey, clear, verifyValue, verifyState': () => [
    open('/login'),
    act('setText', { value: 'ada@example.com' }, found('label', 'Email')),
    act('verifyValue', { expected: 'ada@example.com' }, found('label', 'Email')),
    act('clear', {}, found('label', 'Email')),
    act('verifyValue', { operator: 'is empty' }, found('label', 'Email')),
    act('verifyState', { state: 'focused' }, found('label', 'Email')),
    act('setText', { value: 'max@example.com' }, found('label', 'Email')),
    act('setText', { value: 'coffee' }, found('label', 'Password')),
    act('pressKey', { keys: 'Enter' }, found('label', 'Password')),
    act('verifyText', { expected: 'max' }, found('css', '#user')),
  ],
  'click, hover, storeText, storeAttribute, verifyAttribute': () => [
    open(),
    add('Sencha Spring'),
    add('Sencha Spring'),
    inCart('2'),
    act('storeText', { variable: 'count' }, badge),
    act('storeAttribute', { name: 'href', variable: 'link' }, found('role', 'link', 'Cart')),
    act('verifyAttribute', { name: 'data-category', expected: 'Tea' }, found('testid', 'product-sencha')),
    act('verifyAttribute', { name: 'data-missing', operator: 'is empty' }, found('testid', 'product-sencha')),
    act('verifyState', { state: 'hidden' }, found('css', '.tip')),
    act('hover', {}, button('Help')),
    act('verifyState', { state: 'visible' }, found('css', '.tip')),
    act('setVariable', { variable: 'where', value: '{{link}}?{{count}}' }),
    open('{{where}}'),
    act('verifyUrl', { operator: 'ends with', expected: '/cart?2' }),
  ],
  'setText and typeSlowly in fields that the page follows': () => [
    act('openUrl', { url: `data:text/html;charset=utf-8,${encodeURIComponent(following)}` }),
    act('setText', { value: 'Zoë €' }, found('css', '#name')),
    act('pressKey', { keys: 'Tab' }, found('css', '#name')),
    act('verifyText', { expected: 'Zoë €' }, found('css', '#input')),
    act('verifyText', { expected: 'Zoë €' }, found('css', '#change')),
    act('typeSlowly', { value: 'Jürgen', delayMs: '1' }, found('css', '#note')),
    act('verifyText', { expected: 'Jürgen' }, found('css', '#input')),
    act('setText', { value: 'first\nsecond' }, found('css', '#note')),
    act('verifyText', { operator: 'matches', expected: '^first\\s+second$' }, found('css', '#input')),
    act('setText', { value: 'Ærø' }, found('css', '#rich')),
    act('verifyText', { expected: 'Ærø' }, found('css', '#rich')),
  ],
  'typeSlowly, selectOption, verifyCount, storeCount': () => [
    open(),
    act('typeSlowly', { value: 'tea', delayMs: '5' }, found('placeholder', 'Name of a product')),
    act('clear', {}, found('label', 'Search')),
    act('selectOption', { value: 'Tea' }, found('label', 'Category')),
    act('verifyText', { expected: '2 products' }, found('css', '#found')),
    act('selectOption', { by: 'number', value: '2' }, found('label', 'Category')),
    act('verifyText', { expected: '3 products' }, found('css', '#found')),
    act('verifyCount', { operator: 'is greater than', expected: '7' }, found('css', '.products li')),
    act('storeCount', { variable: 'cards' }, found('css', '.products li')),
    act('verifyCount', { expected: '{{cards}}' }, found('xpath', '//ul[@class="products"]/li')),
  ],
  'check, setDate, scrollTo, doubleClick, rightClick': () => [
    open('/checkout'),
    act('verifyState', { state: 'disabled' }, found('label', 'Text of the card')),
    act('check', {}, found('label', 'It is a gift')),
    act('verifyState', { state: 'checked' }, found('label', 'It is a gift')),
    act('verifyState', { state: 'editable' }, found('label', 'Text of the card')),
    act('check', { on: 'false' }, found('label', 'It is a gift')),
    act('waitForElement', { state: 'unchecked' }, found('label', 'It is a gift')),
    act('check', {}, found('label', 'Express')),
    act('setDate', { date: '2026-12-24' }, found('label', 'Delivery on')),
    act('verifyValue', { expected: '2026-12-24' }, found('label', 'Delivery on')),
    act('setDate', { date: '1990-02-01', format: 'DD/MM/YYYY' }, found('label', 'Date of birth')),
    act('verifyValue', { expected: '01/02/1990' }, found('label', 'Date of birth')),
    act('scrollTo', {}, found('css', 'footer')),
    act('doubleClick', {}, found('css', 'footer')),
    act('scrollTo'),
    act('rightClick', {}, found('css', 'h1')),
    act('verifyState', { state: 'enabled' }, button('Send order')),
  ],
  'dragAndDrop, mockResponse, waitForText': () => [
    act('mockResponse', { url: '/api/suggest*', body: '["Mocked biscuits"]' }),
    open(),
    act('dragAndDrop', { onto: 'role=region name="Drop here"' }, found('testid', 'product-cup')),
    inCart('1'),
    act('waitForText', { text: 'Mocked biscuits' }),
    act('waitForText', { text: 'Mocked' }, found('label', 'Suggestions')),
  ],
  'waitForResponse, wait, waitForElement': () => [
    open(),
    act('waitForResponse', { url: '/api/*tions', status: '200', method: 'get', variable: 'body' }),
    act('waitForElement', {}, found('text', 'Oat biscuits')),
    act('wait', { ms: '1' }),
    act('setVariable', { variable: 'copy', value: '{{body}}' }),
  ],
  acceptDialog: () => [
    open(),
    add('Stoneware Cup'),
    add('Hand Grinder'),
    open('/cart'),
    act('acceptDialog', { text: 'SPRING', message: 'Which code' }),
    act('click', {}, button('Use a code')),
    act('verifyText', { expected: 'Code SPRING is used.' }, found('css', '#coupon-note')),
    act('acceptDialog', { action: 'dismiss' }),
    act('click', {}, button('Remove Stoneware Cup')),
    act('verifyText', { expected: '61.50 €' }, total),
    act('acceptDialog'),
    act('click', {}, button('Remove Stoneware Cup')),
    act('verifyText', { expected: '45.00 €' }, total),
  ],
  'switchFrame, and targets within frames': () => [
    open('/checkout'),
    act('setText', { value: '4111 1111 1111 1111' }, found('label', 'Card number', undefined, [...cardFrame])),
    act('switchFrame', {}, found('css', 'iframe[name=card]')),
    act('click', {}, button('Check card')),
    act('verifyText', { expected: 'Card accepted' }, found('css', '#state')),
    act('switchFrame'),
    act('verifyText', { expected: 'Checkout' }, found('css', 'h1')),
  ],
  'elements in a shadow tree': () => [
    open('/checkout'),
    act('click', {}, button('4 stars')),
    act('verifyText', { expected: '4 of 5' }, found('css', 'shop-rating output')),
  ],
  'newTab, switchTab, closeTab, setViewport': () => [
    open(),
    act('setViewport', { width: '600', height: '700' }),
    act('runJavaScript', { code: 'return innerWidth', variable: 'width' }),
    // They load late, and move what is below them.
    act('waitForElement', {}, found('css', '#suggested li:last-child')),
    act('click', {}, button('Help')),
    act('switchTab', { by: 'title', value: 'Help' }),
    act('verifyText', { expected: 'Help' }, found('css', 'h1')),
    act('closeTab'),
    act('verifyTitle', { operator: 'starts with', expected: 'Products' }),
    act('newTab', { url: '/cart' }),
    act('verifyTitle', { operator: 'starts with', expected: 'Cart' }),
    act('switchTab', { value: '1' }),
    act('closeTab', { number: '2' }),
    act('if', { left: '{{width}}', right: '600' }),
    act('verifyTitle', { operator: 'contains', expected: 'Products' }),
  ],
  'runJavaScript under a strict policy of the page': () => [
    open(),
    act('runJavaScript', { code: 'await null; return element.id;', variable: 'id' }, found('label', 'Search')),
    act('runJavaScript', { code: 'return { a: [1, "x"] }', variable: 'json' }),
    act('runJavaScript', { code: 'localStorage.setItem("cart", \'{"cup":3}\');' }),
    act('reload'),
    inCart('3'),
  ],
  'setCookie, setStorage, takeScreenshot': () => [
    open(),
    act('setCookie', { name: 'user', value: 'eve' }),
    act('setStorage', { key: 'cart', value: '{"decaf":5}' }),
    act('reload'),
    inCart('5'),
    act('verifyText', { expected: 'eve' }, found('css', '#user')),
    act('takeScreenshot', { name: 'Shop' }),
    act('takeScreenshot', {}, found('testid', 'product-cup')),
  ],
  [clockScript]: () => [
    act('setClock', { time: '2030-12-24T18:00', mode: 'stands still' }),
    open(),
    act('runJavaScript', { code: 'return new Date().getFullYear() + " " + new Date().getHours()', variable: 'told' }),
    {
      ...act('if', { left: '{{told}}', operator: 'does not equal', right: '2030 18' }),
      steps: [act('stop', { result: 'failed' })],
    },
    act('setClock', { time: '2030-12-31T23:59' }),
    act('reload'),
    act('runJavaScript', {
      code: 'setTimeout(() => { document.title = "Happy " + new Date().getFullYear(); }, 90000)',
    }),
    act('moveClock', { by: '2m' }),
    act('verifyTitle', { expected: 'Happy 2031' }),
  ],
  [placeScript]: () => [
    act('setGeolocation', { latitude: '48.14', longitude: '11.58' }),
    open(),
    act('click', {}, button('Where am I?')),
    act('verifyText', { expected: '48.14, 11.58' }, found('css', '#place')),
  ],
  'verifyTable, verifyDownload': () => [
    open(),
    add('Stoneware Cup'),
    add('Sencha Spring'),
    add('Sencha Spring'),
    open('/cart'),
    act(
      'verifyTable',
      { rows: 'Product | Count | Price\nSencha Spring | 2 | 17.80 €\nTotal | * | 34.30 €' },
      found('label', 'Cart'),
    ),
    act('click', {}, found('text', 'Download as CSV')),
    act('verifyDownload', { expected: 'invoice.csv', contains: 'Harbour Espresso', minBytes: '20' }),
  ],
  'uploadFile, enterOneTimeCode': () => [
    open('/checkout'),
    act('uploadFile', { file: 'photo.txt', content: 'A picture' }, found('label', 'Photo for the card')),
    act(
      'runJavaScript',
      { code: 'return element.files[0].name + (await element.files[0].text())', variable: 'sent' },
      found('label', 'Photo for the card'),
    ),
    {
      ...act('if', { left: '{{sent}}', operator: 'does not equal', right: 'photo.txtA picture' }),
      steps: [act('stop', { result: 'failed' })],
    },
    act('enterOneTimeCode', { secret: 'JBSW Y3DP EHPK 3PXP' }, found('label', 'Name')),
    act('verifyValue', { operator: 'matches', expected: '^[0-9]{6}$' }, found('label', 'Name')),
  ],
  'startMeasure, endMeasure': () => [
    act('startMeasure', { name: 'Open the shop' }),
    open(),
    act('endMeasure', { name: 'Open the shop', most: '60000', variable: 'took' }),
    {
      ...act('if', { left: '{{took}}', operator: 'is less than', right: '1' }),
      steps: [act('stop', { result: 'failed' })],
    },
  ],
  'if and while over states of elements': () => [
    open(),
    {
      ...act('if', { state: 'visible' }, found('text', 'Sign in')),
      steps: [act('click', {}, found('text', 'Sign in'))],
      otherwise: [act('stop', { result: 'failed' })],
    },
    {
      ...act('while', { state: 'hidden', max: '2' }, found('label', 'Email')),
      steps: [act('stop', { result: 'failed' })],
    },
    act('verifyUrl', { operator: 'ends with', expected: '/login' }),
  ],
};
