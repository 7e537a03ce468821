import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { KnownTarget, LivePicked } from '@touchstone/contracts/web-testing';
import { type Target, toLocatorText } from '@touchstone/engine-keyword/core';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { useKnownTargetMutations } from '../../api/known-targets.ts';
import { copyText, factsOf } from '../../model/live/element-facts.ts';
import classes from './spy.module.css';

interface Props {
  projectId: string;
  picked: LivePicked;
  /** Address of its page. */
  pageUrl: string;
  known: readonly KnownTarget[];
}

/** ElementCard shows everything known about a picked element, and saves it as a known target of the project. */
export function ElementCard({ projectId, picked, pageUrl, known }: Props) {
  const { target, ways } = picked;
  return (
    <section className={classes.card} aria-label="Element">
      <KeepForm projectId={projectId} target={target} pageUrl={pageUrl} known={known} />
      <h3>Locators</h3>
      {ways.length === 0 ? <p className="dim">No locator finds this element. Point at one around it.</p> : null}
      <ol className={classes.ways} aria-label="Locators">
        {ways.map(({ way, count }) => (
          <Way key={toLocatorText(way)} text={toLocatorText(way)} count={count} />
        ))}
      </ol>
      {target.frame.length > 0 ? (
        <>
          <h3>Frames around it</h3>
          <ol className={classes.ways} aria-label="Frames">
            {target.frame.map((way) => (
              <Way key={toLocatorText(way)} text={toLocatorText(way)} count={1} />
            ))}
          </ol>
        </>
      ) : null}
      <h3>Attributes</h3>
      <dl className={classes.facts}>
        {factsOf(picked).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Way({ text, count }: { text: string; count: number }) {
  return (
    <li>
      <span className="mono">{text}</span>
      <span className="dim">{count === 1 ? 'finds only this element' : `finds ${counted(count, 'element')}`}</span>
      <Tip label="Copy locator">
        <ActionIcon size={24} aria-label={`Copy locator ${text}`} onClick={() => void copyText(text)}>
          <Copy size={14} />
        </ActionIcon>
      </Tip>
    </li>
  );
}

interface KeepProps extends Pick<Props, 'projectId' | 'pageUrl' | 'known'> {
  target: LivePicked['target'];
}

/** Saves the element under a name, replacing one of the same name. */
function KeepForm({ projectId, target, pageUrl, known }: KeepProps) {
  const [name, setName] = useState(target.name);
  const [problem, setProblem] = useState('');
  const { create, update } = useKnownTargetMutations();
  const written = name.trim();
  const before = known.find((one) => one.target.name.toLowerCase() === written.toLowerCase());
  const isFound = target.locators.length > 0;
  const keep = async () => {
    const body = { target: { ...target, name: written } as Target & typeof target, pageUrl };
    try {
      if (before) await update.mutateAsync({ uuid: before.uuid, ...body });
      else await create.mutateAsync({ projectUUID: projectId, ...body });
      toast('success', `${written} is kept.`);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form
      className={classes.keep}
      onSubmit={(event) => {
        event.preventDefault();
        if (isFound && written !== '') void keep();
      }}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={255}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem('');
        }}
      />
      <Button type="submit" disabled={!isFound || written === ''} loading={create.isPending || update.isPending}>
        {before ? 'Replace known target' : 'Save known target'}
      </Button>
      {isFound ? null : <p className="dim">No locator finds only this element, so steps could not find it.</p>}
    </form>
  );
}
