import classes from './collaboration.module.css';

/** At most two initials of a name. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** Avatar shows the initials of a person, whose name is next to it or in its tip. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={classes.avatar} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}
