export { act, found, type Played, play } from './play.ts';
export { badge, button, open, scripts, total } from './scripts.ts';
export { openShop, type Shop } from './shop/shop-server.ts';
