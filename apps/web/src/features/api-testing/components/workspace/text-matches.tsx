import { Checkbox } from '@mantine/core';
import type { TextMatch } from '@touchstone/contracts/api-testing';
import classes from './text-matches.module.css';

interface Props {
  matches: TextMatch[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** TextMatches lists the items that contain a text, each place before and after the replacement. */
export function TextMatches({ matches, chosen, onChoose }: Props) {
  if (matches.length === 0) return null;
  const toggle = (itemId: string) => {
    const next = new Set(chosen);
    if (!next.delete(itemId)) next.add(itemId);
    onChoose(next);
  };
  return (
    <ul className={classes.list} aria-label="Matches" data-scroll>
      {matches.map(({ itemId, name, places, problem }) => (
        <li key={itemId}>
          <Checkbox
            label={name}
            checked={chosen.has(itemId)}
            disabled={problem !== undefined}
            onChange={() => toggle(itemId)}
          />
          {problem ? <p className={classes.problem}>{problem}</p> : null}
          <dl className={classes.places}>
            {places.map(({ place, count, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: key and value of one header are two places
              <div key={index}>
                <dt className="dim">
                  {place}
                  {count > 1 ? ` · ${count}×` : ''}
                </dt>
                <dd>
                  <del>{before}</del>
                  <ins>{after}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
