import { type DetectedFormat, detectFormat } from '@touchstone/engine-import';

/** detectDocument tells the format of a document; for workers, because the text is a user's and may be large. */
export const detectDocument = ({ text, fileName }: { text: string; fileName: string }): DetectedFormat =>
  detectFormat(text, fileName);
