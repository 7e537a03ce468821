import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const others = ['Apply voucher', 'Save for later', 'Print', 'Share', 'Change address', 'Add a note']
  .map((name) => `<button type="button">${name}</button>`)
  .join(' ');
const page = (button: string) => `<!doctype html><title>Cart</title>
<nav><a href="/">Home</a> <a href="/lamps">Lamps</a> <a href="/help">Help</a></nav>
<h1>Cart</h1><ul><li>Lamp <button type="button">Remove</button></li><li>Chair <button type="button">Remove</button></li></ul>
<p>${others}</p>
<section><h2>Payment</h2>${button}<button type="button" id="cancel">Cancel</button></section>`;
const button = (id: string, classes: string) =>
  `<button type="button" name="pay" data-test="pay" id="${id}" class="${classes}" onclick="document.title = 'Paid'">Pay now</button>`;

const versions = {
  first: page(button('pay', 'btn primary')),
  changed: page(button('checkout-4711', 'b-x1 big')),
  without: page(''),
};

/** openChangingPage serves a page whose pay button gets another id and class, or is removed, when a test says so. */
export async function openChangingPage() {
  let shown: keyof typeof versions = 'first';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(versions[shown]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    show(version: keyof typeof versions) {
      shown = version;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
