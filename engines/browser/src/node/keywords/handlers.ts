import { browserHandlers } from './browser.ts';
import { fileHandlers } from './files.ts';
import { inputHandlers } from './input.ts';
import { navigationHandlers } from './navigation.ts';
import type { Handler } from './step-action.ts';
import { verifyHandlers } from './verify.ts';

/** What each keyword does in a browser; keywords of the flow belong to the interpreter. */
export const handlers: Record<string, Handler> = {
  ...navigationHandlers,
  ...inputHandlers,
  ...verifyHandlers,
  ...browserHandlers,
  ...fileHandlers,
};
