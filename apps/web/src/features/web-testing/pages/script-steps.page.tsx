import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import { FileCode2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { projectQuery } from '../api/projects.ts';
import { scriptQuery } from '../api/scripts.ts';
import { stepsQuery } from '../api/steps.ts';
import { ScriptEditor } from '../components/steps/script-editor.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

const title = 'Script steps';

/** ScriptStepsPage edits the steps of the script in the address. */
export function ScriptStepsPage() {
  const [params] = useSearchParams();
  const id = params.get('script');
  if (!id)
    return (
      <Page title={title}>
        <EmptyState
          icon={<FileCode2 size={20} />}
          title="No script is chosen"
          action={
            <Link className="link" to={webTestingPaths.scripts()}>
              Choose a script
            </Link>
          }
        >
          Steps belong to a script. Open one from its module.
        </EmptyState>
      </Page>
    );
  return <Found key={id} id={id} />;
}

function Found({ id }: { id: string }) {
  const script = useQuery(scriptQuery(id));
  if (script.data) return <Opened script={script.data} />;
  return (
    <Page title={title}>
      <Loaded query={script} back={{ label: 'All scripts', path: webTestingPaths.scripts() }}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function Opened({ script }: { script: RepositoryScript }) {
  const saved = useQuery(stepsQuery(script.uuid));
  const project = useQuery(projectQuery(script.projectUUID));
  const canWrite = useCanWrite(project.data);
  if (saved.data && project.data) return <ScriptEditor script={script} saved={saved.data} canWrite={canWrite} />;
  return (
    <Page title={script.testScriptName}>
      <Loaded query={saved}>{() => <Loaded query={project}>{() => null}</Loaded>}</Loaded>
    </Page>
  );
}
