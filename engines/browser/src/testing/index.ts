export { act, found, type Played, play } from './play.ts';
export { openShop, type Shop } from './shop/shop-server.ts';
