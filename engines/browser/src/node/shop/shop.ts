import { cardPage, cartPage, checkoutPage, helpPage, listPage, loginPage, type Visitor } from './pages.ts';
import { cardScript, pageScript } from './script.ts';
import { styleSheet } from './style.ts';

/** Maximum length of a request body, in characters. */
export const maxShopBody = 100_000;

/** A request to the shop. */
export interface ShopRequest {
  method: string;
  /** Path within the shop, such as `/cart`. */
  path: string;
  /** The `cookie` header, empty if there is none. */
  cookies: string;
  body: string;
}

/** The shop's response. */
export interface ShopAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
}

/** As strict as in well-built applications: the product's page scripts must work under it. */
const contentSecurity =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";
const html = 'text/html; charset=utf-8';
const json = 'application/json';
const pages: Record<string, (visitor: Visitor) => string> = {
  '/': listPage,
  '/login': loginPage,
  '/cart': cartPage,
  '/checkout': checkoutPage,
  '/card': cardPage,
  '/help': helpPage,
};
const filesBelow = (base: string): Record<string, Answer> => ({
  '/style.css': { type: 'text/css', body: styleSheet },
  '/shop.js': { type: 'text/javascript', body: pageScript(base) },
  '/card.js': { type: 'text/javascript', body: cardScript },
  '/invoice.csv': {
    type: 'text/csv',
    headers: { 'content-disposition': 'attachment; filename="invoice.csv"' },
    body: 'product,count,price\nHarbour Espresso,1,12.90\n',
  },
  '/api/suggestions': { type: json, body: JSON.stringify(['Milk jug', 'Tea towel', 'Oat biscuits']) },
  '/favicon.ico': { status: 204, body: '' },
});

/**
 * createShop returns the shop as a stateless function of requests. `base` is the prefix of every path in its pages;
 * with `isBroken`, it has faults until a visitor turns them off.
 */
export function createShop({ base = '', isBroken = false } = {}): (request: ShopRequest) => ShopAnswer {
  const files = filesBelow(base);
  const setCookie = (cookie: string) => `${cookie}; Path=${base || '/'}; SameSite=Lax`;
  const toPage = (path: string, cookie: string): Answer => ({
    status: 303,
    headers: { location: base + path, 'set-cookie': setCookie(cookie) },
    body: '',
  });

  const signIn = (body: string, visitor: Visitor): Answer => {
    const form = new URLSearchParams(body);
    const email = form.get('email') ?? '';
    if (email === '' || form.get('password') !== 'coffee')
      return { status: 401, body: loginPage(visitor, 'Address or password is wrong.') };
    return toPage('/', `user=${encodeURIComponent(email.split('@')[0]?.slice(0, 200) ?? '')}`);
  };
  const switchFaults = (body: string): Answer => {
    const form = new URLSearchParams(body);
    const page = form.get('page') ?? '';
    return toPage(Object.hasOwn(pages, page) ? page : '/', `broken=${form.get('broken') === '1' ? 1 : 0}`);
  };
  const post: Record<string, (body: string, visitor: Visitor) => Answer> = {
    '/login': signIn,
    '/faults': switchFaults,
    '/api/orders': order,
  };
  const answer = ({ method, path, cookies, body }: ShopRequest): Answer => {
    const broken = cookie(cookies, 'broken');
    const visitor: Visitor = {
      user: cookie(cookies, 'user'),
      isBroken: broken === '' ? isBroken : broken === '1',
      base,
      path,
    };
    const action = method === 'POST' && Object.hasOwn(post, path) ? post[path] : undefined;
    if (action) return action(body, visitor);
    if (path === '/logout') return toPage('/login', 'user=; Max-Age=0');
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page) return { body: page(visitor) };
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    return file ?? { status: 404, body: '<h1>There is no such page.</h1>' };
  };
  return (request) => {
    const { status = 200, type = html, headers = {}, body } = answer(request);
    return {
      status,
      headers: {
        'content-type': type,
        'content-security-policy': contentSecurity,
        // The card page is in a frame of the checkout.
        'x-frame-options': 'SAMEORIGIN',
        ...headers,
      },
      body,
    };
  };
}

function order(body: string, { isBroken }: Visitor): Answer {
  const name = customerOf(body);
  if (name === undefined) return { status: 400, type: json, body: '{"error":"Send the order as a JSON object."}' };
  // Truncated, as by a service that fails while it responds.
  if (isBroken) return { status: 500, type: json, body: '{"error":"The stock is not known."' };
  return { status: 201, type: json, body: JSON.stringify({ name, number: 'LB-1042' }) };
}

/** The name on an order, empty if it has none; undefined if the body is no order. */
function customerOf(body: string): string | undefined {
  try {
    const given: unknown = JSON.parse(body);
    if (typeof given !== 'object' || given === null) return undefined;
    return 'name' in given && typeof given.name === 'string' ? given.name : '';
  } catch {
    return undefined;
  }
}

function cookie(header: string, name: string): string {
  const found = header.split('; ').find((entry) => entry.startsWith(`${name}=`));
  try {
    return decodeURIComponent(found?.slice(name.length + 1) ?? '');
  } catch {
    return '';
  }
}
