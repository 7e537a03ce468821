import { type DetectedFormat, detectFormat } from '@touchstone/engine-import';
import { baseName } from '../given-files.ts';

interface NamedText {
  text: string;
  fileName: string;
}

/** Which of several files is the document to import, and its format. */
export type DetectedDocument = DetectedFormat & { index: number };

/**
 * detectDocument finds the document among files that are given together: of those with a known format the one that no other file names.
 * For workers, because the texts are a user's and may be large.
 */
export function detectDocument(files: readonly NamedText[]): DetectedDocument {
  const found = files.map(({ text, fileName }, index) => ({ ...detectFormat(text, fileName), index }));
  const known = found.filter(({ format }) => format !== undefined);
  const isNamed = ({ index }: DetectedDocument) => {
    const name = baseName(files[index]?.fileName ?? '');
    return files.some(({ text }, other) => other !== index && text.includes(name));
  };
  const document = known.length > 1 ? known.find((candidate) => !isNamed(candidate)) : undefined;
  return document ?? known[0] ?? found[0] ?? { index: 0, format: undefined, reason: 'There is no file.' };
}
