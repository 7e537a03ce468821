import { ActionIcon, Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RunAttachment } from '@touchstone/contracts/runs';
import type { UnitRecording as Recording, ScriptStepResult } from '@touchstone/contracts/web-testing';
import { Download, ExternalLink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { saveResponse } from '../../../../shared/download.ts';
import { formatBytes } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { inOrder } from '../../../../ui/in-order.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { fetchRecording, filmQuery, networkQuery, traceAddress } from '../../api/recordings.ts';
import { marksOf } from '../../model/recordings/film-marks.ts';
import { FilmPlayer } from './film-player.tsx';
import { NetworkList } from './network-list.tsx';
import classes from './recordings.module.css';

interface Props {
  runId: string;
  recording: Recording;
  /** The steps of the run. */
  steps: readonly ScriptStepResult[];
  chosen: ScriptStepResult;
  onChoose: (stepId: string) => void;
}

/**
 * UnitRecording shows what was recorded of a script: the film at the selected step, its network log, and a link to its
 * trace.
 */
export function UnitRecording({ runId, recording, steps, chosen, onChoose }: Props) {
  const { film, network, trace, notes, unit, startedAt } = recording;
  const marks = useMemo(() => marksOf(steps, unit, startedAt), [steps, unit, startedAt]);
  const [wanted, setWanted] = useState('film');
  const tabs = { film, network, trace };
  const titles = { film: 'Film', network: 'Network', trace: 'Trace' };
  const present = (Object.keys(tabs) as (keyof typeof tabs)[]).filter((tab) => tabs[tab] !== null);
  const tab = present.find((one) => one === wanted) ?? present[0];
  return (
    <section aria-label="Recording of the script">
      {inOrder(notes, (note) => (
        <p className="dim">{note}</p>
      ))}
      <Tabs value={tab ?? null} onChange={(value) => value && setWanted(value)} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {present.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {film ? (
          <Tabs.Panel value="film">
            <FilmTab runId={runId} file={film} marks={marks} chosen={chosen.stepId} onChoose={onChoose} />
          </Tabs.Panel>
        ) : null}
        {network ? (
          <Tabs.Panel value="network">
            <NetworkTab runId={runId} file={network} chosen={chosen} />
          </Tabs.Panel>
        ) : null}
        {trace ? (
          <Tabs.Panel value="trace">
            <TraceTab runId={runId} unit={unit} file={trace} />
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </section>
  );
}

interface FileProps {
  runId: string;
  file: RunAttachment;
}

function FilmTab({
  runId,
  file,
  ...player
}: FileProps & { marks: ReturnType<typeof marksOf>; chosen: string; onChoose: (stepId: string) => void }) {
  const film = useQuery(filmQuery(runId, file));
  return (
    <Loaded query={film}>
      {(loaded) => (
        <FilmPlayer film={loaded} {...player}>
          <Save runId={runId} file={file} label="Download film" />
        </FilmPlayer>
      )}
    </Loaded>
  );
}

function NetworkTab({ runId, file, chosen: { startedAt, durationMs } }: FileProps & { chosen: ScriptStepResult }) {
  const network = useQuery(networkQuery(runId, file));
  const from = startedAt === null ? undefined : Date.parse(startedAt);
  const step = from === undefined || durationMs === null ? undefined : { from, to: from + durationMs };
  return (
    <Loaded query={network}>
      {(loaded) => (
        <NetworkList network={loaded} step={step}>
          <Save runId={runId} file={file} label="Download HAR" />
        </NetworkList>
      )}
    </Loaded>
  );
}

/** The viewer needs a service worker, which browsers only allow in secure contexts. */
function TraceTab({ runId, unit, file }: FileProps & { unit: string }) {
  const open = () => {
    // Opened synchronously: browsers block tabs opened later as pop-ups.
    const tab = window.open('', '_blank');
    traceAddress(runId, unit).then(
      (address) => {
        if (tab) tab.location.href = address;
      },
      (error: unknown) => {
        tab?.close();
        toast('error', messageOf(error), 'Error Opening Trace');
      },
    );
  };
  return (
    <div className={classes.trace}>
      <p>
        The trace has the page before and after each action, with its console, network and source of the page. It opens
        in the trace viewer of Playwright.
      </p>
      {window.isSecureContext ? null : (
        <p role="note" className="dim">
          The trace viewer needs an https address. Download the trace, and open it with{' '}
          <code>npx playwright show-trace</code>.
        </p>
      )}
      <div className="row">
        {window.isSecureContext ? (
          <Button variant="default" leftSection={<ExternalLink size={14} />} onClick={open}>
            Open trace
          </Button>
        ) : null}
        <Save runId={runId} file={file} label="Download trace" />
        <span className="num dim">{formatBytes(file.sizeBytes)}</span>
      </div>
    </div>
  );
}

function Save({ runId, file: { attachmentId, name }, label }: FileProps & { label: string }) {
  const save = () =>
    fetchRecording(runId, attachmentId)
      .then((answer) => saveResponse(answer, name))
      .catch((error: unknown) => toast('error', messageOf(error), 'Error Downloading'));
  return (
    <Tip label={label}>
      <ActionIcon variant="default" aria-label={label} onClick={() => void save()}>
        <Download size={15} />
      </ActionIcon>
    </Tip>
  );
}
