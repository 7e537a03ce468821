import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The folder with the trace viewer of Playwright: files that a server gives out as they are. */
export const traceViewer = join(dirname(resolve('playwright-core/package.json')), 'lib/vite/traceViewer');
