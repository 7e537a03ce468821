import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { displayValue } from '../../model/editor/value-diff.ts';
import classes from './exchange.module.css';
import type { PathKind, ValueActions } from './value-actions.ts';

interface Props {
  text: string;
  language: 'json' | 'xml';
  caret: number | null;
  actions: ValueActions;
}

interface Place {
  kind: PathKind;
  path: string;
  value: unknown;
}

async function placeAt(language: Props['language'], text: string, caret: number): Promise<Place | undefined> {
  if (language === 'json') {
    const place = (await import('../../../../ui/code-editor/json-path-at.ts')).jsonPathAt(text, caret);
    return place && { kind: 'jsonPath', ...place };
  }
  const place = (await import('../../../../ui/code-editor/xml-path-at.ts')).xmlPathAt(text, caret);
  return place && { kind: 'xpath', ...place };
}

/** PlaceBar names the JSON or XML value at the caret and offers to assert or extract it. */
export function PlaceBar({ text, language, caret, actions }: Props) {
  const [place, setPlace] = useState<Place | undefined>();
  useEffect(() => {
    let current = true;
    if (caret === null) setPlace(undefined);
    else
      void placeAt(language, text, caret).then((found) => {
        if (current) setPlace(found);
      });
    return () => {
      current = false;
    };
  }, [language, text, caret]);
  if (!place)
    return (
      <div className={classes.place}>
        <span className="dim">Click a value to assert or extract it.</span>
      </div>
    );
  const { kind, path, value } = place;
  return (
    <div className={classes.place}>
      <code className="ellipsis">{path}</code>
      <span className="dim ellipsis grow">{value === undefined ? '' : `= ${displayValue(value).slice(0, 120)}`}</span>
      <Button size="compact-xs" variant="default" onClick={() => actions.addAssertion(kind, path, value)}>
        Add assertion
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => actions.extractValue(kind, path)}>
        Extract value
      </Button>
    </div>
  );
}
