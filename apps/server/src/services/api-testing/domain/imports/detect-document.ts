import { type DetectedFormat, detectFormat, type GivenFile, mainFile } from '@touchstone/engine-import';

/** Which of several files is the document to import, and its format. */
export type DetectedDocument = DetectedFormat & { index: number };

/**
 * detectDocument finds the document among files uploaded together. For workers, because the texts are user input and
 * may be large.
 */
export function detectDocument(files: readonly GivenFile[]): DetectedDocument {
  const found = new Map(files.map((file) => [file, detectFormat(file.text, file.fileName)]));
  const index = mainFile(files, (file) => found.get(file)?.format !== undefined) ?? 0;
  const file = files[index];
  const detected = file && found.get(file);
  return { ...(detected ?? { format: undefined, reason: 'There is no file.' }), index };
}
