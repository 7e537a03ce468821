import { endWithParent } from '../apps/server/src/parent-watch.ts';

// npm start: npm signals its shell, which may be gone before the page is built.
endWithParent();
await import('./build-web.ts');
if (process.exitCode) process.exit();
await import('../apps/server/src/main.ts');
