import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JsonPlace } from '../../../../ui/code-editor/json-path-at.ts';
import { displayValue } from '../../model/editor/value-diff.ts';
import classes from './exchange.module.css';
import type { JsonActions } from './json-actions.ts';

interface Props {
  text: string;
  caret: number | null;
  actions: JsonActions;
}

/** JsonPlaceBar names the JSON value at the caret and offers to assert or extract it. */
export function JsonPlaceBar({ text, caret, actions }: Props) {
  const [place, setPlace] = useState<JsonPlace | undefined>();
  useEffect(() => {
    let current = true;
    if (caret === null) setPlace(undefined);
    else
      void import('../../../../ui/code-editor/json-path-at.ts').then(({ jsonPathAt }) => {
        if (current) setPlace(jsonPathAt(text, caret));
      });
    return () => {
      current = false;
    };
  }, [text, caret]);
  if (!place)
    return (
      <div className={classes.place}>
        <span className="dim">Click a value to assert or extract it.</span>
      </div>
    );
  return (
    <div className={classes.place}>
      <code className="ellipsis">{place.path}</code>
      <span className="dim ellipsis grow">= {displayValue(place.value).slice(0, 120)}</span>
      <Button size="compact-xs" variant="default" onClick={() => actions.addAssertion(place.path, place.value)}>
        Add assertion
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => actions.extractValue(place.path)}>
        Extract value
      </Button>
    </div>
  );
}
