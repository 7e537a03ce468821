import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The folder of Playwright's trace viewer: static files for a server. */
export const traceViewer = join(dirname(resolve('playwright-core/package.json')), 'lib/vite/traceViewer');
