import type { RepositoryStep, StepLocator, StepTarget } from '../test-repository/index.ts';

/** A place in the page as it is shown, in CSS pixels. */
export interface LiveBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An element that was pointed at. */
export interface LivePicked {
  /** With the ways that find nothing else. */
  target: StepTarget;
  /** All ways, with the number of elements that each finds. */
  ways: { way: StepLocator; count: number }[];
  box: LiveBox;
  facts: {
    tag: string;
    type: string;
    text: string;
    /** Of fields; empty for passwords. */
    value: string;
    isChecked: boolean;
    isEnabled: boolean;
    isEditable: boolean;
    attributes: Record<string, string>;
  };
}

/** What a click in a live browser means: it is recorded, only done, or chooses an element. */
export const liveModes = ['record', 'use', 'pick'] as const;
/** What a click in a live browser means. */
export type LiveMode = (typeof liveModes)[number];

/** What happens in a live browser, beside its pictures. */
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
  /** A step that was tried in the open browser. */
  | { type: 'tried'; stepId: string; status: string; message: string; expected: string | null; actual: string | null }
  /** Whether steps are being tried. */
  | { type: 'trying'; isTrying: boolean }
  /** Who uses the browser; nobody where a run does. */
  | { type: 'control'; userId: string | null; name: string }
  /** Of a run: whether it waits for somebody to let it go on. */
  | { type: 'paused'; isPaused: boolean }
  /** Of a run: no browser is open at the moment. */
  | { type: 'idle' }
  /** The browser is closed; nothing follows. */
  | { type: 'ended'; message: string };

/** A picture of the page as it is shown now, in JPEG; its size is that of the page in CSS pixels. */
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
/** A message that is longer is none of ours. */
const mostBytes = 64 * 1024 * 1024;

/** Each message has a byte for its kind and four for the length of what follows. */
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

/** A message that says nothing: it keeps proxies from closing a stream of a page that rests. */
export const liveBeat = (): Uint8Array => framed(kinds.beat, []);

/** encodeLiveNews writes a message about the browser. */
export const encodeLiveNews = (news: LiveNews): Uint8Array =>
  framed(kinds.news, [new TextEncoder().encode(JSON.stringify(news))]);

/** encodeLivePicture writes a picture of the page. */
export function encodeLivePicture({ bytes, width, height }: LivePicture): Uint8Array {
  const size = new Uint8Array(sizeBytes);
  const view = new DataView(size.buffer);
  view.setUint16(0, width);
  view.setUint16(2, height);
  return framed(kinds.picture, [size, bytes]);
}

/** LiveReader puts the messages of a live stream together, however it is cut into pieces. */
export class LiveReader {
  #rest: Uint8Array = new Uint8Array();

  /** Gives the messages that are complete with this piece. Throws where the stream is none. */
  *read(piece: Uint8Array): Generator<LiveMessage> {
    const joined = new Uint8Array(this.#rest.length + piece.length);
    joined.set(this.#rest);
    joined.set(piece, this.#rest.length);
    let at = 0;
    const view = new DataView(joined.buffer);
    while (joined.length - at >= headBytes) {
      const kind = view.getUint8(at);
      const length = view.getUint32(at + 1);
      if (length > mostBytes || kind < kinds.news || kind > kinds.beat)
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
