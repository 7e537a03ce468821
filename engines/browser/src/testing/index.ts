export { candidateCriteriaOf } from '../node/heal/candidate-criteria.ts';
export { elementAt, printOf, printsLike } from '../node/heal/page/prints.ts';
export { pick } from '../node/live/find-ways.ts';
export { locatorFor } from '../node/locate.ts';
export { openShop, type Shop } from '../node/shop/shop-server.ts';
export { openChangingPage } from './changing-page.ts';
export { act, found, type Played, play, playIn } from './play.ts';
export { badge, button, clockScript, open, placeScript, scripts, total } from './scripts.ts';
