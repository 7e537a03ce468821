import { ActionIcon, Select, TagsInput } from '@mantine/core';
import { flagOperators, targetingAttributes } from '@touchstone/contracts/feature-flags';
import { X } from 'lucide-react';
import { useState } from 'react';
import { type DraftCondition, valuesProblem } from '../model/flag-draft.ts';
import { attributeNames, knownValues, operatorNames } from '../model/flag-text.ts';
import classes from './flags.module.css';

const attributes = targetingAttributes.map((value) => ({ value, label: attributeNames[value] }));
const operators = flagOperators.map((value) => ({ value, label: operatorNames[value] }));

interface Props {
  condition: DraftCondition;
  /** Accessible name of the place, such as "Rule 1, condition 2". */
  place: string;
  /** Shows missing values even before anything was typed. */
  strict: boolean;
  onChange: (condition: DraftCondition) => void;
  /** Absent for the only condition. */
  onRemove?: (() => void) | undefined;
}

/** ConditionRow edits a condition on an attribute of the targeting context. */
export function ConditionRow({ condition, place, strict, onChange, onRemove }: Props) {
  const [isTouched, setTouched] = useState(false);
  const { attribute, operator, values } = condition;
  return (
    <div className={classes.condition}>
      <Select
        aria-label={`${place}: attribute`}
        allowDeselect={false}
        data={attributes}
        value={attribute}
        onChange={(next) => next && onChange({ ...condition, attribute: next, values: [] })}
      />
      <Select
        aria-label={`${place}: comparison`}
        allowDeselect={false}
        data={operators}
        value={operator}
        onChange={(next) => next && onChange({ ...condition, operator: next })}
      />
      <TagsInput
        aria-label={`${place}: values`}
        size="xs"
        className={classes.values}
        classNames={{ pill: classes.pill ?? '' }}
        placeholder={values.length ? '' : 'Value, then Enter'}
        data={[...(knownValues[attribute] ?? [])]}
        value={values}
        maxTags={50}
        acceptValueOnBlur
        splitChars={[',', ';']}
        error={isTouched || strict ? valuesProblem(condition) : undefined}
        onBlur={() => setTouched(true)}
        onChange={(next) => onChange({ ...condition, values: next })}
      />
      {onRemove ? (
        <ActionIcon aria-label={`Remove ${place}`} onClick={onRemove}>
          <X size={15} />
        </ActionIcon>
      ) : (
        <span />
      )}
    </div>
  );
}
