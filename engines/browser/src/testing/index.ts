export { openShop, type Shop } from '../node/shop/shop-server.ts';
export { act, found, type Played, play } from './play.ts';
export { badge, button, clockScript, open, placeScript, scripts, total } from './scripts.ts';
