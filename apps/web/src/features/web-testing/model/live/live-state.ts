import type { LiveBox, LiveMode, LiveNews, LivePicked } from '@touchstone/contracts/web-testing';

/** The known state of a live browser. */
export interface LiveState {
  status: 'connecting' | 'open' | 'lost' | 'ended';
  /** Why it ended. */
  message: string;
  tabs: readonly { title: string; url: string }[];
  /** 1-based; 0 if none is open. */
  current: number;
  mode: LiveMode;
  /** The user in control of the browser; null if none. */
  holder: { userId: string; name: string } | null;
  isPaused: boolean;
  isIdle: boolean;
  isTrying: boolean;
  pointed: { box: LiveBox; name: string; way: string } | null;
  picked: LivePicked | null;
  dialog: { kind: string; message: string; initial: string } | null;
  options: Extract<LiveNews, { type: 'options' }> | null;
  asksForFile: boolean;
  cursor: string;
  /** The last failed action. */
  problem: string;
}

export const firstLiveState: LiveState = {
  status: 'connecting',
  message: '',
  tabs: [],
  current: 0,
  mode: 'record',
  holder: null,
  isPaused: false,
  isIdle: false,
  isTrying: false,
  pointed: null,
  picked: null,
  dialog: null,
  options: null,
  asksForFile: false,
  cursor: 'default',
  problem: '',
};

/** withNews returns the state after an event of the browser. */
export function withNews(state: LiveState, news: LiveNews): LiveState {
  switch (news.type) {
    case 'tabs':
      return { ...state, tabs: news.tabs, current: news.current, isIdle: false };
    case 'mode':
      return { ...state, mode: news.mode, pointed: null };
    case 'control':
      return { ...state, holder: news.userId === null ? null : { userId: news.userId, name: news.name } };
    case 'paused':
      return { ...state, isPaused: news.isPaused };
    case 'idle':
      return { ...state, isIdle: true, tabs: [], current: 0 };
    case 'trying':
      return { ...state, isTrying: news.isTrying };
    case 'pointed':
      return { ...state, pointed: news };
    case 'picked':
      return { ...state, picked: news.picked, pointed: null };
    case 'dialog':
      return { ...state, dialog: news };
    case 'dialogAnswered':
      return { ...state, dialog: null };
    case 'options':
      return { ...state, options: news };
    case 'files':
      return { ...state, asksForFile: true };
    case 'cursor':
      return { ...state, cursor: news.cursor };
    case 'problem':
      return { ...state, problem: news.message };
    case 'ended':
      return { ...state, status: 'ended', message: news.message, dialog: null, options: null, asksForFile: false };
    case 'step':
      return { ...state, problem: '' };
    case 'removed':
    case 'tried':
      return state;
  }
}
