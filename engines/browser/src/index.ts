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
export type { AskDatabase, DatabaseQuestion } from './node/keywords/database.ts';
export type { KeptCookie, KeptSessions, StorageState } from './node/keywords/kept-session.ts';
export type { Baseline, Baselines } from './node/keywords/screenshot.ts';
export type { FoundWay, Picked } from './node/live/find-ways.ts';
export type { LiveCommand, LiveInput, LiveMode } from './node/live/inputs.ts';
export { LiveBrowser, type LiveNews } from './node/live/live-browser.ts';
export type { LiveFrame } from './node/live/live-view.ts';
export { type Recorded, type SessionRecording, startRecording } from './node/recording/session-recording.ts';
export { findRemoteBrowsers } from './node/remote.ts';
export { openSession, type Session, type SessionOptions } from './node/session.ts';
export { openShop, type Shop } from './node/shop/shop-server.ts';
