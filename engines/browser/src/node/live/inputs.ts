/** A person's input to a browser that is shown remotely; coordinates in CSS pixels of the displayed page. */
export type LiveInput =
  | { type: 'move'; x: number; y: number }
  | { type: 'down' | 'up'; x: number; y: number; button: MouseButton; count: number }
  | { type: 'wheel'; x: number; y: number; dx: number; dy: number }
  /** A finger that drags the page; a tap is sent as a mouse click. */
  | { type: 'touchStart' | 'touchMove' | 'touchEnd'; x: number; y: number }
  /** Key names as in KeyboardEvent.key: `a`, `Enter`, `Control`. */
  | { type: 'keyDown' | 'keyUp'; key: string }
  /** Pasted text, or the result of an input method. */
  | { type: 'text'; text: string };

/** Buttons of a mouse. */
export type MouseButton = 'left' | 'middle' | 'right';

/** A command to the browser around the page. */
export type LiveCommand =
  /** `shown` is recorded in place of the URL: it may contain variables. */
  | { type: 'open' | 'newTab'; url: string; shown?: string | undefined }
  | { type: 'goBack' | 'goForward' | 'reload' }
  /** Tabs count from 1. */
  | { type: 'useTab' | 'closeTab'; number: number }
  | { type: 'answerDialog'; isAccepted: boolean; text: string }
  /** Without a value, the list is left as it is. */
  | { type: 'chooseOption'; value: string | null }
  /** Name of a project file; empty: none is chosen. */
  | { type: 'chooseFile'; name: string }
  | { type: 'mode'; mode: LiveMode };

/** What a click does: it is recorded, only performed, picks an element, or picks one to check. */
export type LiveMode = 'record' | 'use' | 'pick';

/** isCharacter returns whether a key types its own name. */
export const isCharacter = (key: string): boolean => [...key].length === 1;
