import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Bidi } from 'bidi-js';
import * as bidiPackage from 'bidi-js';
import { openSync } from 'fontkit';

// The package's types don't say that its CommonJS export is the function itself.
const bidi = (bidiPackage.default as unknown as () => Bidi)();
const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const dejaVu = join(folderOf('dejavu-fonts-ttf'), 'ttf');
const devanagari = join(folderOf('@fontsource/noto-sans-devanagari'), 'files');
const unifont = join(folderOf('@fontsource/unifont'), 'files', 'unifont-latin-400-normal.woff');

/** The fonts of a style, in order of preference; the last one has every character of the Basic Multilingual Plane. */
const fonts = {
  text: {
    latin: join(dejaVu, 'DejaVuSans.ttf'),
    devanagari: join(devanagari, 'noto-sans-devanagari-devanagari-400-normal.woff'),
    any: unifont,
  },
  bold: {
    latin: join(dejaVu, 'DejaVuSans-Bold.ttf'),
    devanagari: join(devanagari, 'noto-sans-devanagari-devanagari-700-normal.woff'),
    any: unifont,
  },
} as const;
export type TextStyle = keyof typeof fonts;

/** Draft is the part of a PDF document that text is written to. */
export interface Draft {
  registerFont(name: string, path: string): unknown;
  font(name: string): unknown;
  widthOfString(text: string): number;
  text(text: string, x: number, y: number, options: { lineBreak: false }): unknown;
}

/** A piece of text in one font and one direction. */
export interface TextRun {
  text: string;
  font: string;
  /** Embedding level of the Unicode Bidirectional Algorithm; odd: right to left. */
  level: number;
}

type FontFace = { hasGlyphForCodePoint(codePoint: number): boolean };
const faces = new Map<string, FontFace>();
const faceOf = (path: string): FontFace => {
  const known = faces.get(path) ?? (openSync(path) as unknown as FontFace);
  faces.set(path, known);
  return known;
};
const isJoiner = (codePoint: number): boolean =>
  codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f);

/** runsOf splits a line into runs in reading order. Words stay in one run if one font has all their characters. */
export function runsOf(text: string, style: TextStyle): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(text);
  const runs: TextRun[] = [];
  for (const { segment, index } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    let at = index;
    for (const character of segment) {
      const level = levels[at] ?? 0;
      const before = runs.at(-1);
      const isMark = /\p{M}/u.test(character) || isJoiner(character.codePointAt(0) ?? 0);
      const font = isMark && before ? before.font : fontOf(character, style);
      const joins = before && at > index && before.font === font && before.level === level;
      const drawn = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
      if (joins) before.text += drawn;
      else runs.push({ text: drawn, font, level });
      at += character.length;
    }
  }
  return runs;
}

function fontOf(character: string, style: TextStyle): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const found = Object.entries(fonts[style]).find(([, path]) => faceOf(path).hasGlyphForCodePoint(codePoint));
  return `${style}-${found?.[0] ?? 'any'}`;
}

/** inVisualOrder reorders the runs of a line from left to right (Unicode Standard Annex 9, rule L2). */
export function inVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end === start) continue;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  return ordered;
}

/**
 * PdfText writes text of any script: each character in a font that has it, lines in both directions. Positions and
 * sizes are in points; uses the document's font size.
 */
export class PdfText {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
    for (const [style, byName] of Object.entries(fonts))
      for (const [name, path] of Object.entries(byName)) draft.registerFont(`${style}-${name}`, path);
  }

  /** Draws one line; with `maxWidth`, overflow is cut and ends in "…"; with `alignRightAt`, the line ends there. */
  line(text: string, at: { x: number; y: number; style?: TextStyle; maxWidth?: number; alignRightAt?: number }): void {
    const { style = 'text', maxWidth, alignRightAt } = at;
    const runs = runsOf(maxWidth === undefined ? text : this.#cut(text, style, maxWidth), style);
    let x = alignRightAt === undefined ? at.x : alignRightAt - this.#widthOf(runs);
    for (const { text: piece, font } of inVisualOrder(runs)) {
      this.#draft.font(font);
      this.#draft.text(piece, x, at.y, { lineBreak: false });
      x += this.#draft.widthOfString(piece);
    }
  }

  /** Wraps text into lines of at most `width`; a wider word gets its own line. */
  linesOf(text: string, width: number, style: TextStyle = 'text'): string[] {
    const lines: string[] = [];
    let line = '';
    for (const { segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
      const longer = line + segment;
      if (line.trim() !== '' && this.#widthOf(runsOf(longer.trimEnd(), style)) > width) {
        lines.push(line.trimEnd());
        line = segment.trimStart();
      } else line = longer;
    }
    return line.trim() === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
  }

  #widthOf(runs: readonly TextRun[]): number {
    return runs.reduce((sum, { text, font }) => {
      this.#draft.font(font);
      return sum + this.#draft.widthOfString(text);
    }, 0);
  }

  #cut(whole: string, style: TextStyle, maxWidth: number): string {
    if (this.#widthOf(runsOf(whole, style)) <= maxWidth) return whole;
    const characters = [...new Intl.Segmenter().segment(whole)].map(({ segment }) => segment);
    const start = (length: number) => `${characters.slice(0, length).join('')}…`;
    let [fits, exceeds] = [0, characters.length];
    while (exceeds - fits > 1) {
      const middle = (fits + exceeds) >> 1;
      if (this.#widthOf(runsOf(start(middle), style)) <= maxWidth) fits = middle;
      else exceeds = middle;
    }
    return start(fits);
  }
}
