import { accessibilityHandlers } from './accessibility.ts';
import { browserHandlers } from './browser.ts';
import { databaseHandlers } from './database.ts';
import { fileHandlers } from './files.ts';
import { inputHandlers } from './input.ts';
import { keptSessionHandlers } from './kept-session.ts';
import { navigationHandlers } from './navigation.ts';
import { screenshotHandlers } from './screenshot.ts';
import type { Handler } from './step-action.ts';
import { touchHandlers } from './touch.ts';
import { verifyHandlers } from './verify.ts';

/** Handlers of all keywords that run in a browser; the interpreter runs the control-flow keywords. */
export const handlers: Record<string, Handler> = {
  ...navigationHandlers,
  ...inputHandlers,
  ...verifyHandlers,
  ...browserHandlers,
  ...keptSessionHandlers,
  ...fileHandlers,
  ...accessibilityHandlers,
  ...screenshotHandlers,
  ...touchHandlers,
  ...databaseHandlers,
};
