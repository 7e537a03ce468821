import classes from './exchange.module.css';

/** LogView is the console output of a step's scripts, in order. */
export function LogView({ lines }: { lines: readonly string[] }) {
  return (
    <ol className={`${classes.log} mono`} aria-label="Console of the scripts">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
        <li key={at}>{line}</li>
      ))}
    </ol>
  );
}
