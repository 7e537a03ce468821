import type { exportFormats } from '@touchstone/contracts/test-repository';
import { type Script, toGherkin, toJson, toPlaywright, toText } from '@touchstone/engine-keyword/core';

/** A format that scripts are written in. */
export type ExportFormat = (typeof exportFormats)[number];

/** A script as a file. */
export interface WrittenScript {
  text: string;
  mediaType: string;
  extension: string;
}

const formats: Record<ExportFormat, { write: (script: Script) => string; mediaType: string; extension: string }> = {
  json: { write: toJson, mediaType: 'application/json; charset=utf-8', extension: 'json' },
  playwright: { write: toPlaywright, mediaType: 'text/plain; charset=utf-8', extension: 'spec.ts' },
  gherkin: { write: toGherkin, mediaType: 'text/plain; charset=utf-8', extension: 'feature' },
  text: { write: ({ steps }) => toText(steps), mediaType: 'text/plain; charset=utf-8', extension: 'txt' },
};

/** writeScript writes a script in a format. */
export function writeScript(script: Script, format: ExportFormat): WrittenScript {
  const { write, mediaType, extension } = formats[format];
  return { text: write(script), mediaType, extension };
}
