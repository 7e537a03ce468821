import { escapeHtml } from '@touchstone/kernel';
import { type Product, products } from './catalogue.ts';

/** A page's visitor. */
export interface Visitor {
  /** Empty: not signed in. */
  user: string;
  /** The faulty shop: a wrong total, no suggestions, a different button. */
  isBroken: boolean;
  /** Prefix of every path of the shop, without a trailing slash. */
  base: string;
  /** The page within the shop, such as `/cart`. */
  path: string;
}

const money = (cents: number) => `${(cents / 100).toFixed(2)} €`;

/** A form on every page that turns the faults on and off, to show what a test finds. */
const faultSwitch = ({ isBroken, base, path }: Visitor): string =>
  `<form method="post" action="${base}/faults"><input type="hidden" name="page" value="${path}"><input type="hidden" name="broken" value="${isBroken ? 0 : 1}"><button class="plain">${isBroken ? 'Mend the shop' : 'Break the shop'}</button></form>`;

function page(title: string, visitor: Visitor, body: string): string {
  const { user, isBroken, base } = visitor;
  const account = user
    ? `<span>Hello, <b id="user">${escapeHtml(user)}</b></span><a href="${base}/logout">Sign out</a>`
    : `<a href="${base}/login">Sign in</a>`;
  return `<!doctype html>
<html lang="en"${isBroken ? ' data-broken="yes"' : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – Leaf & Bean</title><link rel="stylesheet" href="${base}/style.css"></head>
<body>
<header><strong>Leaf &amp; Bean</strong><a href="${base}/">Products</a><a href="${base}/cart">Cart <span class="badge">0</span></a>${account}${faultSwitch(visitor)}</header>
<main>${body}</main>
<footer>A sample shop. Nothing is sold, nothing is sent.</footer>
<script src="${base}/shop.js" defer></script>
</body></html>`;
}

function card(product: Product, { isBroken }: Visitor): string {
  const label = isBroken ? 'Buy' : 'Add to cart';
  return `<li draggable="true" data-id="${product.id}" data-name="${product.name.toLowerCase()}" data-category="${product.category}" data-testid="product-${product.id}">
<svg class="swatch" width="100%" role="img" aria-label="${product.name}"><rect width="100%" height="100%" rx="8" fill="${product.colour}"></rect></svg>
<h2>${product.name}</h2><p class="soft">${product.text}</p><p class="price">${money(product.price)}</p>
<button data-add="${product.id}" aria-label="${label}: ${product.name}">${label}</button></li>`;
}

/** The list of products. */
export function listPage(visitor: Visitor): string {
  const categories = [...new Set(products.map(({ category }) => category))];
  return page(
    'Products',
    visitor,
    `<h1>Coffee, tea and what you make them with</h1>
<div class="tools">
<div><label for="search">Search</label><input id="search" type="search" placeholder="Name of a product"></div>
<div><label for="category">Category</label><select id="category"><option value="">All</option>${categories.map((name) => `<option value="${name}">${name}</option>`).join('')}</select></div>
<p id="found" role="status">${products.length} products</p>
</div>
<div id="drop" class="drop" role="region" aria-label="Drop here">Drag a product here to add it to the cart.</div>
<ul class="products">${products.map((product) => card(product, visitor)).join('')}</ul>
<h2>You may also like</h2><ul id="suggested" aria-label="Suggestions"></ul>
<p><button id="help" class="plain tipped">Help</button> <span class="tip">Opens in a new tab</span> <button id="where" class="plain">Where am I?</button> <span id="place"></span></p>`,
  );
}

/** The form that users sign in with. */
export function loginPage(visitor: Visitor, problem = ''): string {
  return page(
    'Sign in',
    visitor,
    `<h1>Sign in</h1><form method="post" action="${visitor.base}/login" class="panel">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password">
<p class="error" role="alert">${escapeHtml(problem)}</p><button>Sign in</button></form>
<p class="soft">Any address with the password <code>coffee</code>.</p>`,
  );
}

/** What is in the cart. */
export function cartPage(visitor: Visitor): string {
  const facts = Object.fromEntries(products.map(({ id, name, price }) => [id, { name, price }]));
  return page(
    'Cart',
    visitor,
    `<h1>Your cart</h1><p id="empty" hidden>Your cart is empty.</p>
<table aria-label="Cart"><thead><tr><th>Product</th><th class="number">Count</th><th class="number">Price</th><th></th></tr></thead><tbody id="lines"></tbody>
<tfoot><tr><th>Total</th><td></td><td class="number" id="total" data-testid="total"></td><td></td></tr></tfoot></table>
<p><button id="coupon" class="plain">Use a code</button> <span id="coupon-note"></span></p>
<p><a class="button" href="${visitor.base}/checkout">Checkout</a> <a href="${visitor.base}/invoice.csv" download>Download as CSV</a></p>
<script type="application/json" id="products">${JSON.stringify(facts)}</script>`,
  );
}

/** Address, delivery, payment. */
export function checkoutPage(visitor: Visitor): string {
  return page(
    'Checkout',
    visitor,
    `<h1>Checkout</h1><form id="order" class="panel">
<label for="name">Name</label><input id="name" name="name" required>
<label for="country">Country</label><select id="country" name="country"><option value="de">Germany</option><option value="fr">France</option><option value="gb">United Kingdom</option></select>
<label for="delivery">Delivery on</label><input id="delivery" name="delivery" type="date">
<label for="born">Date of birth</label><input id="born" name="born" placeholder="DD/MM/YYYY">
<label class="row"><input id="gift" name="gift" type="checkbox"> It is a gift</label>
<label for="card-text">Text of the card</label><textarea id="card-text" name="text" disabled></textarea>
<fieldset><legend>Shipping</legend><label class="row"><input type="radio" name="shipping" value="normal" checked> Normal</label><label class="row"><input type="radio" name="shipping" value="express"> Express</label></fieldset>
<label for="photo">Photo for the card</label><input id="photo" name="photo" type="file">
<p><button id="send">Send order</button></p><p id="thanks" role="status"></p></form>
<h2>Payment</h2><div class="panel"><iframe src="${visitor.base}/card" title="Card" name="card"></iframe></div>
<h2>How was it?</h2><shop-rating></shop-rating>`,
  );
}

/** The page in the payment frame. */
export function cardPage({ base }: Visitor): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title><link rel="stylesheet" href="${base}/style.css"></head><body><main>
<label for="number">Card number</label><input id="number" inputmode="numeric"> <button id="pay">Check card</button><p id="state" role="status"></p></main><script src="${base}/card.js" defer></script></body></html>`;
}

/** The page that opens in its own tab. */
export function helpPage(visitor: Visitor): string {
  return page(
    'Help',
    visitor,
    '<h1>Help</h1><p>Write to us, we answer within a day.</p><p><button id="storm" class="plain">Open everything</button></p>',
  );
}
