/** Separate from the rest: generating the bombs takes as long as starting a server. */
export { type BombTarget, startBombTarget } from './bomb-target.ts';
export { type BombAnswer, type RequestBomb, requestBombs } from './bombs.ts';
export { type DocumentBomb, dataBombs, documentBombs } from './document-bombs.ts';
export { type BombSite, type Explosion, sendBombs } from './send-bombs.ts';
