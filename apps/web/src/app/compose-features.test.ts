import { Gauge } from 'lucide-react';
import { expect, test } from 'vitest';
import type { Feature, SessionRules } from '../shared/feature/feature.ts';
import { hotkeys } from '../shared/hotkeys.ts';
import { composeFeatures } from './compose-features.ts';
import { assertFeatures } from './feature-problems.ts';

const screen = async () => ({ Component: () => null });
const session: SessionRules = {
  signInPath: '/login',
  signUpPath: '/sign-up',
  begin: () => undefined,
  rememberPath: () => undefined,
  end: async () => undefined,
  Watch: () => null,
};
const base: Feature = {
  id: 'base',
  homePath: '/home',
  session,
  publicRoutes: [{ path: '/login', lazy: screen }],
  routes: [{ path: '/home', lazy: screen }],
};
const shop: Feature = {
  id: 'shop-testing',
  service: 'Shop Testing',
  routes: [
    {
      path: 'shop',
      children: [
        { index: true, loader: () => null },
        { path: 'carts/:cartId', lazy: screen },
      ],
    },
    { path: '/shop/owners', roles: ['ROLE_ADMIN'], lazy: screen },
  ],
  area: {
    id: 'shop',
    look: { title: 'Shop', groups: ['Build', 'Reports'] },
    items: [
      { label: 'Numbers', icon: Gauge, path: '/shop', group: 'Reports', hotkey: 'G N' },
      { label: 'Carts', icon: Gauge, path: (project) => `/shop/carts/${project ?? 'all'}`, group: 'Build' },
    ],
  },
  createTargets: [
    {
      serviceName: 'Shop Testing',
      access: { service: 'Shop Testing' },
      kinds: ['suite'],
      load: async () => ({}),
    },
  ],
};
const item = { label: 'Prices', icon: Gauge, path: '/prices' };
const prices: Feature = {
  id: 'prices',
  routes: [{ path: '/prices', lazy: screen }],
  area: { id: 'shop', items: [{ ...item, group: 'Build', hotkey: 'G P' }] },
  hotkeys: { add: { keys: 'N', label: 'New price', group: 'Prices' } },
};
const compose = (...features: Feature[]) => {
  assertFeatures([base, ...features], hotkeys);
  return composeFeatures([base, ...features], hotkeys);
};

test('contributions keep the order of the features, screens of an area the order of its groups', () => {
  const house = compose(shop, prices);
  expect(house.homePath).toBe('/home');
  expect(house.areas.get('shop')?.items.map(({ label }) => label)).toEqual(['Carts', 'Prices', 'Numbers']);
  expect(house.hotkeys.map(({ keys }) => keys)).toEqual([
    ...Object.values(hotkeys).map(({ keys }) => keys),
    ...['G P', 'G N', 'N'],
  ]);
  expect(house.createTargets).toEqual(shop.createTargets);
  expect(house.routes.map(({ place, roles }) => [place.feature, place.service, place.area, roles])).toEqual([
    ['base', undefined, undefined, undefined],
    ['shop-testing', 'Shop Testing', 'shop', undefined],
    ['shop-testing', 'Shop Testing', 'shop', ['ROLE_ADMIN']],
    ['prices', undefined, 'shop', undefined],
  ]);
});

test('a route can opt out of the area and scope of its feature', () => {
  const routes = [{ path: '/prices', lazy: screen, area: null, scope: 'person' as const }];
  const { routes: placed } = compose(
    { id: 'prices', scope: 'installation', area: { id: 'shop', items: [] }, routes },
    shop,
  );
  expect(placed.find(({ place }) => place.feature === 'prices')?.place).toMatchObject({
    area: undefined,
    scope: 'person',
  });
  expect(placed.find(({ place }) => place.feature === 'prices')?.route).toEqual({ path: '/prices', lazy: screen });
});

test('an address opens the best matching route', () => {
  const runs: Feature = {
    id: 'runs',
    routes: [
      { path: '/runs/:id', lazy: screen },
      { path: '/runs/new', lazy: screen },
    ],
  };
  const house = compose(runs, shop);
  expect(house.pageAt('/runs/new?a=b')?.pattern).toBe('/runs/new');
  expect(house.pageAt('/runs/7')?.pattern).toBe('/runs/:id');
  expect(house.pageAt('/Runs/7')?.pattern).toBe('/runs/:id');
  expect(house.pageAt('/elsewhere')).toBeUndefined();
  expect(house.pageAt('/shop/owners')?.roles).toEqual(['ROLE_ADMIN']);
  // Public pages are not behind sign-in.
  expect(house.pageAt('/login')).toBeUndefined();
});

test('an address is reserved until a feature has pages there', () => {
  const reserved: Feature = {
    id: 'later',
    reserved: {
      addresses: [
        { title: 'Prices', paths: ['prices', 'price-list'] },
        { title: 'Invitations', paths: ['shop/invite'] },
      ],
      page: (title) => ({ id: title, lazy: screen }),
    },
  };
  const paths = (...features: Feature[]) => compose(reserved, shop, ...features).reservedRoutes.map(({ path }) => path);
  expect(paths()).toEqual(['prices', 'prices/*', 'price-list', 'price-list/*', 'shop/invite', 'shop/invite/*']);
  expect(paths(prices)).toEqual(['price-list', 'price-list/*', 'shop/invite', 'shop/invite/*']);
});

const only = (more: Partial<Feature>): Feature => ({ id: 'other', ...more });
const areaItem = (more: object): Feature => only({ area: { id: 'shop', items: [{ ...item, ...more }] } });
const cases: [name: string, features: Feature[], sentence: RegExp][] = [
  ['one id', [shop, { id: 'shop-testing' }], /Two features are named shop-testing/],
  ['an id that is no name of a folder', [only({ id: 'Shop Testing' })], /"Shop Testing" is not in kebab-case/],
  [
    'one path',
    [shop, only({ routes: [{ path: '/shop/carts/:id', lazy: screen }] })],
    /shop-testing and other both have a page at \/shop\/carts\/:/,
  ],
  [
    'one path before and behind sign-in',
    [only({ routes: [{ path: '/login', lazy: screen }] })],
    /base and other both have a page at \/login/,
  ],
  [
    'one key of screens',
    [shop, prices, areaItem({ hotkey: 'G P' })],
    /"Go to prices" and "Go to prices" have the same key: G P/,
  ],
  [
    'a key of the frame',
    [only({ hotkeys: { find: { keys: '/', label: 'Find', group: 'Other' } } })],
    /"Filter this list" and "Find" have the same key: \//,
  ],
  [
    'a key with which sequences begin',
    [shop, only({ hotkeys: { go: { keys: 'G', label: 'Go', group: 'Other' } } })],
    /"Go" has the key G, with which keys of screens begin/,
  ],
  [
    'a key of one letter for a screen',
    [shop, prices, areaItem({ hotkey: 'X' })],
    /"X" of "Go to prices" is not two letters/,
  ],
  [
    'a screen without a route',
    [shop, areaItem({ path: '/nowhere' })],
    /"Prices" of other leads to \/nowhere, where no page is/,
  ],
  [
    'a screen that covers no route',
    [shop, prices, areaItem({ covers: ['/prices/:id'] })],
    /"Prices" of other covers \/prices\/:id, which is no route/,
  ],
  [
    'an entry without a route',
    [only({ menus: [{ menus: ['more'], label: 'X', icon: Gauge, path: '/x' }] })],
    /"X" of other leads to \/x/,
  ],
  [
    'a command without a route',
    [only({ commands: [{ label: 'X', icon: Gauge, path: '/x' }] })],
    /"X" of other leads to \/x/,
  ],
  [
    'a way on without a route',
    [only({ waysOn: { A: { label: 'X', path: '/x', roles: [] } } })],
    /"X" of other leads to \/x/,
  ],
  [
    'an entry that opens no panel',
    [only({ menus: [{ menus: ['top'], label: 'X', icon: Gauge, panel: 'x' }] })],
    /"X" of other opens x, which is no panel/,
  ],
  [
    'an entry that does two things',
    [only({ menus: [{ menus: ['more'], label: 'X', icon: Gauge, path: '/home', run: () => undefined }] })],
    /"X" of other must do exactly one of three/,
  ],
  [
    'two panels',
    [only({ panels: [0, 1].map(() => ({ id: 'p', title: 'P', position: 'left', load: async () => () => null })) })],
    /other and other both have a panel p/,
  ],
  [
    'an area of two',
    [shop, only({ area: { id: 'shop', look: { title: 'X' }, items: [] } })],
    /shop-testing and other both say how the area shop looks/,
  ],
  [
    'an area of nobody',
    [only({ area: { id: 'lost', items: [] } })],
    /other is in the area lost, which no feature owns/,
  ],
  [
    'a route in an area of nobody',
    [only({ routes: [{ path: '/a', area: 'lost', lazy: screen }] })],
    /other is in the area lost/,
  ],
  [
    'a group that the area lacks',
    [shop, prices, areaItem({ group: 'Setup' })],
    /"Prices" of other is in the group "Setup"/,
  ],
  [
    'creation by everybody',
    [only({ createTargets: [{ serviceName: 'X', access: {}, kinds: ['suite'], load: async () => ({}) }] })],
    /other lets everybody create in X/,
  ],
  [
    'a target that creates nothing',
    [only({ createTargets: [{ serviceName: 'X', access: { service: 'X' }, kinds: [], load: async () => ({}) }] })],
    /other creates nothing in X/,
  ],
  ['two homes', [only({ homePath: '/home' })], /base and other both have the page that everything returns to/],
  ['two sessions', [only({ session })], /base and other both have the rules of the session/],
  [
    'one code with two ways on',
    [
      only({ waysOn: { A: { label: 'X', path: '/home', roles: [] } } }),
      { id: 'third', waysOn: { A: { label: 'Y', path: '/home', roles: [] } } },
    ],
    /other and third both have a way on from A/,
  ],
];
test.each(cases)('%s fails startup with a message', (_name, features, sentence) => {
  expect(() => compose(...features)).toThrow(sentence);
});

test('startup fails without a home and a session, and reports every problem', () => {
  expect(() => assertFeatures([{ id: 'A B' }], hotkeys)).toThrow(
    /"A B" is not in kebab-case[\s\S]*No feature has the page[\s\S]*No feature has the rules of the session/,
  );
});

test('pages that are never open together may share a key', () => {
  const add = { add: { keys: 'N', label: 'New', group: 'Other' } };
  expect(() => compose(shop, prices, only({ hotkeys: add }))).not.toThrow();
});
