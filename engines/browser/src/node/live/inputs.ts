/** What a person does at a browser that is shown elsewhere; places in CSS pixels of the page as it is shown. */
export type LiveInput =
  | { type: 'move'; x: number; y: number }
  | { type: 'down' | 'up'; x: number; y: number; button: MouseButton; count: number }
  | { type: 'wheel'; x: number; y: number; dx: number; dy: number }
  /** A finger that drags the page; one that taps is a mouse. */
  | { type: 'touchStart' | 'touchMove' | 'touchEnd'; x: number; y: number }
  /** Names of keys as pages see them: `a`, `Enter`, `Control`. */
  | { type: 'keyDown' | 'keyUp'; key: string }
  /** What is pasted, or written by an input method. */
  | { type: 'text'; text: string };

/** Buttons of a mouse. */
export type MouseButton = 'left' | 'middle' | 'right';

/** What a person asks of the browser around the page. */
export type LiveCommand =
  /** `shown` is recorded in place of the address: it may have variables. */
  | { type: 'open' | 'newTab'; url: string; shown?: string | undefined }
  | { type: 'goBack' | 'goForward' | 'reload' }
  /** Tabs are counted from 1. */
  | { type: 'useTab' | 'closeTab'; number: number }
  | { type: 'answerDialog'; isAccepted: boolean; text: string }
  /** Without a value the list is left as it is. */
  | { type: 'chooseOption'; value: string | null }
  /** Name of a file of the project; empty: none is chosen. */
  | { type: 'chooseFile'; name: string }
  | { type: 'mode'; mode: LiveMode };

/** What a click means: it is recorded, only done, chooses an element, or chooses one to check. */
export type LiveMode = 'record' | 'use' | 'pick';

/** isCharacter says whether a key writes what it is called. */
export const isCharacter = (key: string): boolean => [...key].length === 1;
