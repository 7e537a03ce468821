import { Button, Menu, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ChevronDown, RadioTower } from 'lucide-react';
import { useState } from 'react';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { useJournalMutations } from '../api/journal.ts';
import { useLiveJournal } from '../api/live-journal.ts';
import { mockQuery } from '../api/mock.ts';
import { CallList, journalSearchSchema } from '../components/journal/call-list.tsx';
import { EntryDetail } from '../components/journal/entry-detail.tsx';
import classes from '../components/journal/journal.module.css';
import { UnmatchedList } from '../components/journal/unmatched-list.tsx';
import { VerifyDialog } from '../components/journal/verify-dialog.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { curlOf } from '../model/curl.ts';
import { useCanWrite } from '../model/use-may.ts';

/** JournalPage shows the calls received by a mock, live. */
export function JournalPage() {
  return (
    <ProjectGate title="Journal">{(project) => <Journal key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Journal({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName } = project;
  const [{ tab, entry }, setSearch] = useSearchState(journalSearchSchema);
  const [isLive, setLive] = useState(true);
  const [isVerifying, setVerifying] = useState(false);
  const mock = useQuery(mockQuery(projectId)).data;
  const canWrite = useCanWrite(project);
  useLiveJournal(projectId, isLive);
  const address = mock?.addresses[0]?.url;
  const open = (entryId: string) => setSearch({ entry: entryId }, { push: true });
  return (
    <Page
      title="Journal"
      documentTitle={`Journal · ${projectName}`}
      meta={projectName}
      actions={<Actions projectId={projectId} canWrite={canWrite} onVerify={() => setVerifying(true)} />}
    >
      <ListDetail
        listWidth={470}
        listName="Calls"
        isOpen={entry !== ''}
        onBack={() => setSearch({ entry: '' })}
        list={
          <div data-tour="calls">
            <div className={classes.tabs}>
              <SegmentedControl
                aria-label="Shown calls"
                data={[
                  { value: 'calls', label: 'Calls' },
                  { value: 'unmatched', label: 'Unmatched' },
                ]}
                value={tab}
                onChange={(value) => setSearch({ tab: value as typeof tab, page: 0 }, { push: true })}
              />
            </div>
            {tab === 'calls' ? (
              <CallList projectId={projectId} isLive={isLive} onLive={setLive} empty={<NoCalls address={address} />} />
            ) : (
              <UnmatchedList projectId={projectId} canWrite={canWrite} onOpen={open} />
            )}
          </div>
        }
        detail={
          entry === '' ? (
            <EmptyState icon={<RadioTower size={20} />} title="Choose a call">
              Its request, its response and the asset that gave it appear here.
            </EmptyState>
          ) : (
            <EntryDetail key={entry} entryId={entry} address={address} canWrite={canWrite} />
          )
        }
      />
      {isVerifying ? <VerifyDialog projectId={projectId} onClose={() => setVerifying(false)} /> : null}
    </Page>
  );
}

function NoCalls({ address }: { address: string | undefined }) {
  return (
    <EmptyState icon={<RadioTower size={20} />} title="No calls yet">
      {address ? (
        <>
          Send one:{' '}
          <code className="mono">{curlOf({ method: 'GET', url: `${address.replace(/\/$/, '')}/orders` })}</code>
        </>
      ) : (
        'Calls to the mock appear here as they arrive.'
      )}
    </EmptyState>
  );
}

interface ActionsProps {
  projectId: string;
  canWrite: boolean;
  onVerify: () => void;
}

function Actions({ projectId, canWrite, onVerify }: ActionsProps) {
  const { clear } = useJournalMutations(projectId);
  const askClear = () =>
    confirmAction({
      title: 'Clear the journal?',
      message: "Deletes all calls that the journal has. You can't undo this.",
      confirm: 'Clear journal',
      onConfirm: () => clear.mutateAsync(),
    });
  return (
    <>
      {canWrite ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={14} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={askClear}>Clear journal…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <Button variant="default" onClick={onVerify}>
        Verify calls
      </Button>
    </>
  );
}
