import { Button, Radio } from '@mantine/core';
import type { LivePicked } from '@touchstone/contracts/web-testing';
import { type Step, type Target, toLocatorText } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { type Check, checkStep, checksOf, pageChecks } from '../../model/live/checks.ts';
import classes from './live.module.css';

interface CheckProps {
  picked: LivePicked;
  page: { title: string; url: string } | undefined;
  onCheck: (step: Step) => void;
  onCancel: () => void;
}

/** CheckCard lists the possible checks of a picked element, and of its page. */
export function CheckCard({ picked, page, onCheck, onCancel }: CheckProps) {
  const target = picked.target as Target;
  const add = (check: Check, of: Target | null) => (
    <Button key={check.label} variant="default" onClick={() => onCheck(checkStep(check, of))}>
      {check.label}
    </Button>
  );
  return (
    <section className={classes.card} aria-label="Add a check">
      <h3>Check “{target.name}”</h3>
      <div className={classes.choices}>
        {target.locators.length === 0 ? (
          <p className="dim">No locator finds only this element. Point at another one.</p>
        ) : (
          checksOf(picked).map((check) => add(check, target))
        )}
      </div>
      {page ? (
        <>
          <h3 style={{ marginTop: 10 }}>Check the page</h3>
          <div className={classes.choices}>{pageChecks(page).map((check) => add(check, null))}</div>
        </>
      ) : null}
      <Button variant="subtle" mt={8} onClick={onCancel}>
        Cancel
      </Button>
    </section>
  );
}

interface TargetProps {
  picked: LivePicked;
  onUse: (target: Target) => void;
  onCancel: () => void;
}

/** TargetCard lists every locator of a picked element; the selected one is tried first. */
export function TargetCard({ picked, onUse, onCancel }: TargetProps) {
  const target = picked.target as Target;
  const [first, setFirst] = useState(target.locators[0] ? toLocatorText(target.locators[0]) : '');
  const chosen = picked.ways.find(({ way }) => toLocatorText(way) === first)?.way;
  const use = () => {
    const others = target.locators.filter((locator) => toLocatorText(locator) !== first);
    onUse({ ...target, locators: chosen ? [chosen, ...others] : others });
  };
  return (
    <section className={classes.card} aria-label="Use this element">
      <h3>Find “{target.name}” by</h3>
      <Radio.Group value={first} onChange={setFirst}>
        <div className={classes.ways}>
          {picked.ways.map(({ way, count }) => {
            const text = toLocatorText(way);
            return (
              <Radio
                key={text}
                value={text}
                disabled={count !== 1}
                label={
                  <>
                    <span className="mono">{text}</span>{' '}
                    <span className="dim">{count === 1 ? 'finds only this element' : `finds ${count} elements`}</span>
                  </>
                }
              />
            );
          })}
        </div>
      </Radio.Group>
      <div className={classes.choices}>
        <Button disabled={!chosen} onClick={use}>
          Use this element
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
