import type { TextPiece } from '@touchstone/kernel/text-diff';

/** MarkedText is a text with its differences marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isChanged }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity and do not move
    isChanged ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
