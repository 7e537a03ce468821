import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import type { ReactNode } from 'react';
import { useTeam } from '../../../../shared/session/use-team.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { LibraryBranch, LibraryItem, type LibraryProps } from '../../../flows/index.ts';
import { modulesQuery } from '../../api/modules.ts';
import { projectsQuery } from '../../api/projects.ts';
import { scriptsQuery } from '../../api/scripts.ts';
import { openSuitesQuery } from '../../api/suites.ts';

const maxShown = 200;
/** At most this many projects are searched automatically; beyond that the user expands the projects to search. */
const maxSearched = 10;
const typingMs = 200;

/** WebLibrary lists the web testing scripts and suites that can be put on the canvas: project, module, script. */
export function WebLibrary({ wanted, ...props }: LibraryProps) {
  const { team } = useTeam();
  const projects = useQuery(projectsQuery(team?.teamId));
  const [text] = useDebouncedValue(wanted, typingMs);
  return (
    <Loaded query={projects} empty="No web projects yet" isEmpty={({ content }) => content.length === 0}>
      {({ content }) =>
        content.map(({ projectId, projectName }) => (
          <LibraryBranch
            key={projectId}
            name={projectName}
            listName={`Scripts of ${projectName}`}
            isForcedOpen={text !== '' && content.length <= maxSearched}
          >
            {() => <Project {...props} wanted={text} projectId={projectId} />}
          </LibraryBranch>
        ))
      }
    </Loaded>
  );
}

type Props = LibraryProps & { projectId: string };

function Project(props: Props) {
  const { wanted, projectId } = props;
  const suites = useQuery(openSuitesQuery(projectId, wanted));
  const modules = useQuery({ ...modulesQuery(projectId, { page: 0, size: maxShown }), enabled: wanted === '' });
  const list = (name: string, children: () => ReactNode) => (
    <LibraryBranch key={name} name={name} listName={name} depth={1} isForcedOpen={wanted !== ''}>
      {children}
    </LibraryBranch>
  );
  return (
    <>
      {suites.data?.length ? list('Suites', () => <Suites {...props} />) : null}
      {wanted === ''
        ? modules.data?.content.map(({ uuid, moduleName }) =>
            list(moduleName, () => <Scripts {...props} moduleId={uuid} />),
          )
        : list('Scripts', () => <Scripts {...props} moduleId="" />)}
    </>
  );
}

function Suites({ kinds, wanted, onAdd, projectId }: Props) {
  const kind = kinds.find('web-suite');
  const suites = useQuery(openSuitesQuery(projectId, wanted));
  if (!kind) return null;
  return suites.data?.map(({ id, title }) => (
    <li key={id}>
      <LibraryItem
        kind={kind}
        label={title}
        depth={2}
        chosen={{ kind: kind.kind, given: { name: title, settings: { suiteId: id, projectId, path: title } } }}
        onAdd={onAdd}
      />
    </li>
  ));
}

function Scripts({ kinds, wanted, onAdd, projectId, moduleId }: Props & { moduleId: string }) {
  const kind = kinds.find('web-script');
  const filter = { page: 0, size: maxShown, searchTerm: wanted };
  const scripts = useQuery(scriptsQuery({ projectUUID: projectId, moduleUUID: moduleId }, filter));
  if (!kind) return null;
  return (
    <Loaded query={scripts} empty="No scripts" isEmpty={({ content }) => content.length === 0}>
      {({ content }) =>
        content.map((script) => (
          <li key={script.uuid}>
            <LibraryItem
              kind={kind}
              label={script.testScriptName}
              depth={2}
              chosen={{ kind: kind.kind, given: givenBy(script) }}
              onAdd={onAdd}
            />
          </li>
        ))
      }
    </Loaded>
  );
}

const givenBy = ({ uuid, projectUUID, moduleName, testScriptName }: RepositoryScript) => ({
  name: testScriptName,
  settings: { scriptId: uuid, projectId: projectUUID, path: `${moduleName} / ${testScriptName}` },
});
