import type { RepositoryStep, StepLocator, StepTarget } from '../test-repository/index.ts';

/** A place in the displayed page, in CSS pixels. */
export interface LiveBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picked element. */
export interface LivePicked {
  /** Only with locators that find nothing else. */
  target: StepTarget;
  /** All locators, with the number of elements that each finds. */
  ways: { way: StepLocator; count: number }[];
  box: LiveBox;
  facts: {
    tag: string;
    type: string;
    text: string;
    /** For fields; empty for passwords. */
    value: string;
    isChecked: boolean;
    isEnabled: boolean;
    isEditable: boolean;
    attributes: Record<string, string>;
  };
}

/** What a click in a live browser does: it is recorded, only performed, or picks an element. */
export const liveModes = ['record', 'use', 'pick'] as const;
/** What a click in a live browser does. */
export type LiveMode = (typeof liveModes)[number];

/** Events of a live browser, besides its pictures. */
export type LiveNews =
  | { type: 'step'; step: RepositoryStep; before?: string; isSecret?: true }
  | { type: 'removed'; stepId: string }
  | { type: 'tabs'; tabs: { title: string; url: string }[]; current: number }
  | { type: 'pointed'; box: LiveBox; name: string; way: string }
  | { type: 'picked'; picked: LivePicked }
  | { type: 'cursor'; cursor: string }
  | { type: 'dialog'; kind: string; message: string; initial: string }
  | { type: 'dialogAnswered' }
  | { type: 'options'; box: LiveBox; options: { value: string; label: string; isSelected: boolean }[] }
  | { type: 'files' }
  | { type: 'mode'; mode: LiveMode }
  | { type: 'problem'; message: string }
  /** A step was tried in the open browser. */
  | { type: 'tried'; stepId: string; status: string; message: string; expected: string | null; actual: string | null }
  /** Whether steps are being tried. */
  | { type: 'trying'; isTrying: boolean }
  /** Who controls the browser; null while a run does. */
  | { type: 'control'; userId: string | null; name: string }
  /** For a run: whether it is paused. */
  | { type: 'paused'; isPaused: boolean }
  /** For a run: no browser is open at the moment. */
  | { type: 'idle' }
  /** The browser is closed; nothing follows. */
  | { type: 'ended'; message: string };

/** A picture of the page as currently displayed, in JPEG; its size is the page's, in CSS pixels. */
export interface LivePicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** A message of a live stream. */
export type LiveMessage = { news: LiveNews } | { picture: LivePicture };

const kinds = { news: 1, picture: 2, beat: 3 } as const;
const headBytes = 5;
const sizeBytes = 4;
/** A longer message isn't one of ours. */
const maxBytes = 64 * 1024 * 1024;

/** Each message has a byte for its kind and four for the length of its content. */
function framed(kind: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(headBytes + length);
  const view = new DataView(whole.buffer);
  view.setUint8(0, kind);
  view.setUint32(1, length);
  let at = headBytes;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** An empty message, which keeps proxies from closing the stream of an idle page. */
export const liveBeat = (): Uint8Array => framed(kinds.beat, []);

/** encodeLiveNews encodes an event of the browser. */
export const encodeLiveNews = (news: LiveNews): Uint8Array =>
  framed(kinds.news, [new TextEncoder().encode(JSON.stringify(news))]);

/** encodeLivePicture encodes a picture of the page. */
export function encodeLivePicture({ bytes, width, height }: LivePicture): Uint8Array {
  const size = new Uint8Array(sizeBytes);
  const view = new DataView(size.buffer);
  view.setUint16(0, width);
  view.setUint16(2, height);
  return framed(kinds.picture, [size, bytes]);
}

/** LiveReader reassembles the messages of a live stream, however it is split. */
export class LiveReader {
  #rest: Uint8Array = new Uint8Array();

  /** Returns the messages completed by this piece. Throws if the stream is invalid. */
  *read(piece: Uint8Array): Generator<LiveMessage> {
    const joined = new Uint8Array(this.#rest.length + piece.length);
    joined.set(this.#rest);
    joined.set(piece, this.#rest.length);
    let at = 0;
    const view = new DataView(joined.buffer);
    while (joined.length - at >= headBytes) {
      const kind = view.getUint8(at);
      const length = view.getUint32(at + 1);
      if (length > maxBytes || kind < kinds.news || kind > kinds.beat)
        throw new Error('The live view sent what cannot be read. Load the page again.');
      if (joined.length - at - headBytes < length) break;
      const content = joined.subarray(at + headBytes, at + headBytes + length);
      at += headBytes + length;
      if (kind === kinds.beat) continue;
      yield kind === kinds.news
        ? { news: JSON.parse(new TextDecoder().decode(content)) as LiveNews }
        : pictureOf(content);
    }
    this.#rest = joined.slice(at);
  }
}

function pictureOf(content: Uint8Array): LiveMessage {
  const view = new DataView(content.buffer, content.byteOffset);
  return { picture: { width: view.getUint16(0), height: view.getUint16(2), bytes: content.slice(sizeBytes) } };
}
