import type { Proof } from '@touchstone/contracts/runs';
import classes from './proof-lines.module.css';

const sources: Record<Proof['source'], string> = {
  response: 'Response',
  headers: 'Response headers',
  body: 'Response body',
  timing: 'Timing',
  certificate: 'Certificate',
};

/** ProofLines is the part of a response that proves a failure, with the place marked. */
export function ProofLines({ proof: { source, lines, note } }: { proof: Proof }) {
  return (
    <figure className={classes.proof}>
      <figcaption>
        {sources[source]}
        {note ? ` · ${note}` : ''}
      </figcaption>
      {lines.length > 0 ? (
        <ol>
          {lines.map(({ number, text, isMarked }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and do not move
            <li key={index} data-marked={isMarked} data-gap={isAfterGap(lines, index) || undefined}>
              <span className={classes.number}>{number}</span>
              {isMarked ? <mark>{text}</mark> : <code>{text}</code>}
            </li>
          ))}
        </ol>
      ) : null}
    </figure>
  );
}

/** Whether lines are omitted before this one. */
function isAfterGap(lines: Proof['lines'], index: number): boolean {
  const [before, number] = [lines[index - 1]?.number, lines[index]?.number];
  return before !== undefined && number !== undefined && number > before + 1;
}
