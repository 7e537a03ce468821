import type { TextPiece } from '@touchstone/kernel/text-diff';

/** MarkedText shows a text with what differs marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isChanged }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity and do not move
    isChanged ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
