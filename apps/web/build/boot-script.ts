import { fileURLToPath } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const entry = fileURLToPath(new URL('../src/boot.ts', import.meta.url));

/** Bundled into one script, which needs no file of its own. */
async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  if (output.length > 1) throw new Error('The script of the document imports something that makes files of its own.');
  return output[0].code.trim();
}

/** bootScript puts `src/boot.ts` into the document, so that it runs before any file of the page has come. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    async transformIndexHtml(): Promise<HtmlTagDescriptor[]> {
      return [{ tag: 'script', children: await bundle(), injectTo: 'head-prepend' }];
    },
  };
}
