import { deltaOf, diffWords } from '@touchstone/kernel/text-diff';
import { MarkedText } from '../../../../ui/diff/marked-text.tsx';
import { TextDiff } from '../../../../ui/diff/text-diff.tsx';
import { displayValue, shortened } from '../../model/editor/value-diff.ts';
import classes from './exchange.module.css';

interface Props {
  expected: unknown;
  /** Undefined if there was no value. */
  actual: unknown;
}

/** Values up to this many lines are stacked; longer ones are compared line by line. */
const maxLines = 3;
const lineCount = (text: string) => text.split('\n').length;

/** ValueDifference shows the expected and actual value, with the difference marked. */
export function ValueDifference({ expected, actual }: Props) {
  const [wanted, found] = [displayValue(expected), displayValue(actual)];
  if (lineCount(wanted) > maxLines && lineCount(found) > maxLines)
    return (
      <div className={classes.lines}>
        <TextDiff
          label="Expected and actual value"
          before={{ label: 'Expected', text: wanted }}
          after={{ label: 'Got', text: found }}
        />
      </div>
    );
  const [before, after] = diffWords(wanted, found);
  const delta = deltaOf(expected, actual);
  return (
    <div className={classes.diff}>
      <span>expected</span>
      <code className={classes.expected}>
        <MarkedText pieces={shortened(before)} />
      </code>
      <span>got</span>
      <code className={classes.actual}>
        {actual === undefined ? <em>nothing</em> : <MarkedText pieces={shortened(after)} />}
        {delta ? <span className={classes.delta}> ({delta})</span> : null}
      </code>
    </div>
  );
}
