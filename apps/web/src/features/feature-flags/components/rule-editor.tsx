import { ActionIcon, Button } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type DraftRule, newCondition } from '../model/flag-draft.ts';
import { ConditionRow } from './condition-row.tsx';
import classes from './flags.module.css';
import { ValueField } from './value-field.tsx';

const maxConditions = 10;

interface Props {
  rule: DraftRule;
  index: number;
  count: number;
  strict: boolean;
  onChange: (rule: DraftRule) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

/** RuleEditor edits a rule: conditions that must all match, and the resulting value. */
export function RuleEditor({ rule, index, count, strict, onChange, onMove, onRemove }: Props) {
  const name = `Rule ${index + 1}`;
  const { conditions } = rule;
  return (
    <section className={classes.rule} aria-label={name}>
      <div className={classes.ruleHead}>
        <strong>{name}</strong>
        <ActionIcon aria-label={`${name}: move up`} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={15} />
        </ActionIcon>
        <ActionIcon aria-label={`${name}: move down`} disabled={index === count - 1} onClick={() => onMove(1)}>
          <ArrowDown size={15} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <Trash2 size={15} />
        </ActionIcon>
      </div>
      {conditions.map((condition, at) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          strict={strict}
          place={`${name}, condition ${at + 1}`}
          onChange={(next) =>
            onChange({ ...rule, conditions: conditions.map((item) => (item.key === next.key ? next : item)) })
          }
          onRemove={
            conditions.length > 1
              ? () => onChange({ ...rule, conditions: conditions.filter(({ key }) => key !== condition.key) })
              : undefined
          }
        />
      ))}
      <div className={classes.gives}>
        <Button
          variant="subtle"
          leftSection={<Plus size={14} />}
          aria-label={`Add condition to ${name.toLowerCase()}`}
          disabled={conditions.length >= maxConditions}
          onClick={() => onChange({ ...rule, conditions: [...conditions, newCondition()] })}
        >
          Add condition
        </Button>
        <span className="grow" />
        <span>gives</span>
        <ValueField label={`${name}: value`} value={rule.value} onChange={(value) => onChange({ ...rule, value })} />
      </div>
    </section>
  );
}
