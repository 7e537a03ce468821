import classes from './blank.module.css';

interface Props {
  width: string | number;
  height?: number;
  /** Height of the line of text that it replaces. */
  line?: number;
}

/** Blank reserves the space of a text that is loading. */
export function Blank({ width, height = 8, line = height }: Props) {
  return <span className={classes.blank} style={{ width, height, marginBlock: (line - height) / 2 }} data-blank />;
}

/** PlaceUnknown is a part that may turn out to be empty: content below it is shown once its position is certain. */
export const PlaceUnknown = () => <span data-blank hidden />;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const widths = ['45%', '60%', '38%', '52%'];

/** BlankLines reserves the space of the lines of a panel. */
export function BlankLines({ count, line = 18 }: { count: number; line?: number }) {
  return (
    <div className={classes.lines} aria-busy="true">
      {range(count).map((each) => (
        <Blank key={each} width={widths[each % widths.length]!} line={line} />
      ))}
    </div>
  );
}
