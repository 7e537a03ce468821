/** The script of the shop's pages: the cart is kept in the browser's storage. `base` is the prefix of every path. */
export const pageScript = (base: string): string => `
const base = ${JSON.stringify(base)};
const money = (cents) => (cents / 100).toFixed(2) + ' €';
const cart = () => JSON.parse(localStorage.getItem('cart') ?? '{}');
const isBroken = document.documentElement.dataset.broken === 'yes';
const find = (id) => document.getElementById(id);
const on = (id, event, work) => find(id)?.addEventListener(event, work);

function keep(items) {
  localStorage.setItem('cart', JSON.stringify(items));
  show();
}
function add(id) {
  const items = cart();
  items[id] = (items[id] ?? 0) + 1;
  keep(items);
  console.log('added ' + id);
}
function show() {
  const items = cart();
  const count = Object.values(items).reduce((sum, count) => sum + count, 0);
  for (const badge of document.querySelectorAll('.badge')) badge.textContent = count;
  const body = find('lines');
  if (body) showLines(body, items);
}
function cell(row, text, name) {
  const made = row.insertCell();
  made.textContent = text;
  if (name) made.className = name;
  return made;
}
function showLines(body, items) {
  body.replaceChildren();
  let total = 0;
  for (const [id, count] of Object.entries(items)) {
    const { name, price } = JSON.parse(find('products').textContent)[id];
    total += price * count;
    const row = body.insertRow();
    cell(row, name);
    cell(row, String(count), 'number');
    cell(row, money(price * count), 'number');
    const remove = document.createElement('button');
    remove.className = 'plain';
    remove.textContent = 'Remove ' + name;
    remove.addEventListener('click', () => {
      if (!confirm('Remove ' + name + ' from the cart?')) return;
      const { [id]: _gone, ...left } = cart();
      keep(left);
    });
    cell(row, '').append(remove);
  }
  if (isBroken) total += 100;
  find('total').textContent = money(total);
  find('empty').hidden = Object.keys(items).length > 0;
}
function filter() {
  const text = find('search').value.toLowerCase();
  const category = find('category').value;
  let shown = 0;
  for (const card of document.querySelectorAll('.products li')) {
    card.hidden = !card.dataset.name.includes(text) || (category !== '' && card.dataset.category !== category);
    if (!card.hidden) shown += 1;
  }
  find('found').textContent = shown + ' products';
}

for (const button of document.querySelectorAll('[data-add]'))
  button.addEventListener('click', () => add(button.dataset.add));
for (const card of document.querySelectorAll('[draggable]'))
  card.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', card.dataset.id));
on('drop', 'dragover', (event) => event.preventDefault());
on('drop', 'drop', (event) => {
  event.preventDefault();
  add(event.dataTransfer.getData('text/plain'));
});
on('search', 'input', filter);
on('category', 'change', filter);
on('coupon', 'click', () => {
  const code = prompt('Which code do you have?', '');
  find('coupon-note').textContent = code ? 'Code ' + code + ' is used.' : 'No code is used.';
});
on('gift', 'change', (event) => { find('card-text').disabled = !event.target.checked; });
on('order', 'submit', (event) => {
  event.preventDefault();
  const data = new FormData(event.target);
  const send = find('send');
  send.disabled = true;
  fetch(base + '/api/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(data)) })
    .then((answer) => answer.json())
    .then((order) => {
      find('thanks').textContent = 'Thank you, ' + order.name + '! Your order ' + order.number + ' is on its way.';
      keep({});
    })
    .catch((error) => {
      console.error('The order failed: ' + error.message);
      find('thanks').textContent = 'The order was not accepted.';
      send.disabled = false;
    });
});
on('where', 'click', () => {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => { find('place').textContent = coords.latitude.toFixed(2) + ', ' + coords.longitude.toFixed(2); },
    () => { find('place').textContent = 'unknown'; },
  );
});
on('help', 'click', () => window.open(base + '/help', '_blank'));
on('storm', 'click', () => { for (let at = 0; at < 30; at += 1) window.open(base + '/help?' + at, '_blank'); });

if (find('suggested') && !isBroken)
  setTimeout(() => {
    fetch(base + '/api/suggestions')
      .then((answer) => answer.json())
      .then((names) => {
        for (const name of names) {
          const item = document.createElement('li');
          item.textContent = name;
          find('suggested').append(item);
        }
      });
  }, 400);

class ShopRating extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    const output = document.createElement('output');
    output.textContent = 'not rated';
    for (const stars of [1, 2, 3, 4, 5]) {
      const button = document.createElement('button');
      button.textContent = '★';
      button.setAttribute('aria-label', stars + (stars === 1 ? ' star' : ' stars'));
      button.addEventListener('click', () => { output.textContent = stars + ' of 5'; });
      root.append(button);
    }
    root.append(output);
  }
}
customElements.define('shop-rating', ShopRating);
show();
`;

/** The script of the page in the card payment frame. */
export const cardScript = `
document.getElementById('pay').addEventListener('click', () => {
  const number = document.getElementById('number').value.replaceAll(' ', '');
  document.getElementById('state').textContent = /^\\d{16}$/.test(number) ? 'Card accepted' : 'The number needs 16 digits';
});
`;
