import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { assetQuery } from '../api/assets.ts';
import { proposalQuery } from '../api/journal.ts';
import { suitesQuery } from '../api/suites.ts';
import { AssetEditor } from '../components/editor/asset-editor.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { type Draft, draftOf, newDraft } from '../model/asset-draft.ts';
import { useCanWrite } from '../model/use-may.ts';
import { virtualizationPaths } from '../paths.ts';

const searchSchema = z.object({
  asset: z.string().catch('').default(''),
  suite: z.string().catch('').default(''),
  from: z.string().catch('').default(''),
});

/** AssetPage edits an asset, or creates one. */
export function AssetPage() {
  return <ProjectGate title="Asset">{(project) => <Editor key={project.projectId} project={project} />}</ProjectGate>;
}

const back = { label: 'Show all assets', path: virtualizationPaths.overview() };

function Editor({ project }: { project: VirtualizationProject }) {
  const [{ asset: assetId, suite, from }] = useSearchState(searchSchema);
  const asset = useQuery({ ...assetQuery(assetId), enabled: assetId !== '' });
  const suites = useQuery(suitesQuery(project.projectId));
  const proposal = useQuery({ ...proposalQuery(from, assetId || undefined), enabled: from !== '' });
  const canWrite = useCanWrite(project);
  const failed = asset.error ?? suites.error ?? proposal.error;
  const isReady = suites.data && (assetId === '' || asset.data) && (from === '' || proposal.data);
  if (failed && !isReady)
    return (
      <Page title="Asset">
        <Problem
          error={failed}
          back={back}
          onRetry={() => void Promise.all([asset.refetch(), suites.refetch(), proposal.refetch()])}
        />
      </Page>
    );
  if (!isReady)
    return (
      <Page title="Asset">
        <div style={{ padding: 16, maxWidth: 1040 }}>
          <BlankLines count={10} line={32} />
        </div>
      </Page>
    );
  const place = asset.data?.suiteId ?? (suite || suites.data?.[0]?.suiteId) ?? '';
  const initial = proposal.data
    ? { ...draftOf(proposal.data.draft, place), isEnabled: asset.data?.isEnabled ?? true }
    : asset.data
      ? draftOf(asset.data, place)
      : newDraft(place);
  return (
    <Opened
      key={`${assetId} ${from}`}
      project={project}
      asset={asset.data}
      initial={initial}
      proposal={proposal.data?.changes}
      canWrite={canWrite}
    />
  );
}

interface OpenedProps {
  project: VirtualizationProject;
  asset: Parameters<typeof AssetEditor>[0]['asset'];
  initial: Draft;
  proposal: readonly string[] | undefined;
  canWrite: boolean;
}

/** Refetches don't disturb what is being edited. */
function Opened(props: OpenedProps) {
  const [given] = useState(props);
  return <AssetEditor {...given} canWrite={props.canWrite} />;
}
