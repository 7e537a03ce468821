import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KnownTarget, type RepositoryProject, recordingBrowserNames } from '@touchstone/contracts/web-testing';
import { Crosshair } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLeave } from '../../../../shared/use-leave.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../../ui/page.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import { knownTargetsQuery } from '../../api/known-targets.ts';
import { ProjectGate } from '../../components/project/project-gate.tsx';
import {
  BrowserSelect,
  EnvironmentSelect,
  NoBrowser,
  useChosenEnvironment,
} from '../../components/results/browser-fields.tsx';
import { ElementCard } from '../../components/spy/element-card.tsx';
import { KnownTargetList } from '../../components/spy/known-target-list.tsx';
import classes from '../../components/spy/spy.module.css';
import { SpyBrowser } from '../../components/spy/spy-browser.tsx';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import { useLiveState } from '../../model/live/use-live.ts';
import { useLiveBrowser } from '../../model/live/use-live-browser.ts';
import { useCanWrite } from '../../model/use-may.ts';

const title = 'Object spy';

/** ObjectSpyPage opens a page in a browser on the server, and shows how steps can locate its elements. */
export function ObjectSpyPage() {
  return (
    <ProjectGate title={title}>{(project) => <ObjectSpy key={project.projectId} project={project} />}</ProjectGate>
  );
}

function ObjectSpy({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const known = useQuery(knownTargetsQuery(projectId));
  const browser = useLiveBrowser();
  const { connection } = browser;
  const { status } = useLiveState(connection);
  const isOpen = connection !== undefined && status !== 'ended';
  const leave = useLeave(isOpen);
  return (
    <Page title={title} documentTitle={`${title} · ${projectName}`}>
      <Loaded query={known}>
        {(all) => (
          <div className={classes.screen}>
            {canWrite && !isOpen ? <StartForm projectId={projectId} browser={browser} /> : null}
            <Work
              side={(element) => (
                <>
                  {element}
                  <KnownTargetList known={all} canWrite={canWrite} />
                </>
              )}
              projectId={projectId}
              known={all}
              canWrite={canWrite}
              connection={connection}
              onClose={browser.close}
            />
          </div>
        )}
      </Loaded>
      {leave.isAsked ? <LeaveSpy onStay={leave.stay} onLeave={leave.go} /> : null}
    </Page>
  );
}

/** Opens an address in a new browser, in picking mode. */
function StartForm({ projectId, browser }: { projectId: string; browser: ReturnType<typeof useLiveBrowser> }) {
  const [url, setUrl] = useState('');
  const [engine, setEngine] = useState<(typeof recordingBrowserNames)[number]>('chromium');
  const { chosen: environmentId } = useChosenEnvironment(projectId);
  const typed = url.trim();
  const start = async () => {
    const opened = await browser.open({
      projectUUID: projectId,
      browser: engine,
      ...(environmentId && { environmentId }),
    });
    await opened?.command({ type: 'mode', mode: 'pick' });
    await opened?.command({ type: 'open', url: typed });
  };
  return (
    <form
      className={classes.start}
      data-tour="spy-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '' && !browser.isOpening) void start();
      }}
    >
      <BrowserSelect among={recordingBrowserNames} value={engine} onChange={setEngine} />
      <EnvironmentSelect projectId={projectId} />
      <TextInput
        className={classes.address}
        label="Address"
        placeholder="https://shop.example or {{baseUrl}}/login"
        spellCheck={false}
        autoComplete="off"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button type="submit" disabled={typed === ''} loading={browser.isOpening}>
        Open browser
      </Button>
      <NoBrowser />
    </form>
  );
}

interface WorkProps {
  projectId: string;
  known: readonly KnownTarget[];
  canWrite: boolean;
  connection: LiveConnection | undefined;
  /** Renders what is next to the browser, below the picked element. */
  side: (element: ReactNode) => ReactNode;
  onClose: () => void;
}

function Work({ projectId, known, canWrite, connection, side, onClose }: WorkProps) {
  const { picked, tabs, current } = useLiveState(connection);
  if (!connection)
    return (
      <div className={classes.side}>
        {known.length === 0 ? (
          <EmptyState icon={<Crosshair size={20} />} title="No known target yet">
            {canWrite
              ? 'Open an address, point at elements and save those that steps use. Nothing is recorded.'
              : 'People who can edit this project point at elements here and save them.'}
          </EmptyState>
        ) : (
          side(null)
        )}
      </div>
    );
  return (
    <div className={classes.work}>
      <SplitPane
        id="object-spy"
        label="Browser and element"
        direction="row"
        initial={64}
        flows
        first={
          <div className={classes.browser}>
            <SpyBrowser projectId={projectId} connection={connection} onClose={onClose} />
          </div>
        }
        second={
          <div className={classes.side}>
            {side(
              picked ? (
                <ElementCard
                  key={JSON.stringify(picked.box) + picked.target.name}
                  projectId={projectId}
                  picked={picked}
                  pageUrl={tabs[current - 1]?.url ?? ''}
                  known={known}
                />
              ) : (
                <p className="dim">Click an element in the browser to see its locators and attributes.</p>
              ),
            )}
          </div>
        }
      />
    </div>
  );
}

function LeaveSpy({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal opened onClose={onStay} title="Close the browser?">
      <Text>The object spy has a browser open. Leaving closes it; known targets stay.</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onLeave}>
          Close browser and leave
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
