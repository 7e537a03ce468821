import { fromJson } from '../script.ts';
import { importPlaywright } from './import-playwright.ts';
import { importRecorder } from './import-recorder.ts';
import { importSelenium } from './import-selenium.ts';
import { importVbScript, isVbScript } from './import-vbscript.ts';
import type { ImportedScript } from './imported-script.ts';
import { ImportError, isRecord } from './imported-script.ts';

/** Importable formats: our own, Selenium IDE, Chrome DevTools' Recorder, Playwright, UFT and QTP. */
export const scriptFormats = ['json', 'selenium', 'recorder', 'playwright', 'vbscript'] as const;
/** An importable format. */
export type ScriptFormat = (typeof scriptFormats)[number];

/**
 * formatOf detects a document's format; anything but JSON counts as Playwright code, or as VBScript if it looks like
 * it.
 */
export function formatOf(document: string): ScriptFormat {
  if (!document.trimStart().startsWith('{')) return isVbScript(document) ? 'vbscript' : 'playwright';
  try {
    const json: unknown = JSON.parse(document);
    if (!isRecord(json)) return 'playwright';
    if (Array.isArray(json.tests)) return 'selenium';
    return json.format === undefined && Array.isArray(json.steps) ? 'recorder' : 'json';
  } catch {
    return 'json';
  }
}

/** importScripts reads a document of any known format; throws an `ImportError` if nothing in it can be read. */
export function importScripts(document: string, format: ScriptFormat = formatOf(document)): ImportedScript[] {
  switch (format) {
    case 'selenium':
      return importSelenium(document);
    case 'recorder':
      return [importRecorder(document)];
    case 'playwright':
      return importPlaywright(document);
    case 'vbscript':
      return importVbScript(document);
    case 'json': {
      const read = fromJson(document);
      if ('problems' in read) throw new ImportError(read.problems.join(' '));
      return [{ name: read.script.name, steps: read.script.steps, problems: [] }];
    }
  }
}
