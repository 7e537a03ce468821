export { BrowserMissingError, BrowserPool, type PoolOptions } from './node/browser-pool.ts';
export { listDevices, type NamedDevice } from './node/devices.ts';
export {
  type BrowserEngine,
  browserEngines,
  type FoundBrowser,
  findBrowserPath,
  findBrowsers,
} from './node/find-browsers.ts';
export type { AddressPolicy } from './node/guard-proxy.ts';
export { openSession, type Session, type SessionOptions } from './node/session.ts';
export { openShop, type Shop } from './node/shop/shop-server.ts';
