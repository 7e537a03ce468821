import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { FoundThing } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { Loaded } from '../../../../ui/loaded.tsx';
import { everySuiteQuery, projectsQuery } from '../../../api-testing/index.ts';
import { LibraryBranch, LibraryGroup, type LibraryProps, SuiteBranch } from '../../../flows/index.ts';
import { WebLibrary } from '../../../web-testing/index.ts';
import { foundScriptsQuery } from '../../api/library.queries.ts';

/** Services whose scripts can be put on the canvas, by their name in node kinds. */
const services = [
  { value: 'api-testing', label: 'API Testing', kind: 'api-script', Tree: ApiTree },
  { value: 'web-testing', label: 'Web Testing', kind: 'web-script', Tree: WebLibrary },
];
const typingMs = 200;

/** ScriptLibrary lists the scripts of a service in every workspace that the user may open: project, suite, script. */
export function ScriptLibrary(props: LibraryProps) {
  const offered = services.filter(({ kind }) => props.kinds.find(kind));
  const [chosen, setChosen] = useState<string | null>(null);
  const service = offered.find(({ value }) => value === chosen) ?? offered[0];
  if (!service) return null;
  return (
    <>
      <Select
        label="Service"
        mb="sm"
        allowDeselect={false}
        data={offered.map(({ value, label }) => ({ value, label }))}
        value={service.value}
        onChange={setChosen}
      />
      <LibraryGroup title={`${service.label} scripts`}>
        <service.Tree {...props} />
      </LibraryGroup>
    </>
  );
}

function ApiTree(props: LibraryProps) {
  return props.wanted === '' ? <Projects {...props} /> : <Found {...props} />;
}

function Projects(props: LibraryProps) {
  const projects = useQuery(projectsQuery());
  return (
    <Loaded query={projects} empty="No project has scripts yet" isEmpty={({ content }) => content.length === 0}>
      {({ content }) =>
        content.map(({ projectId, projectName }) => (
          <LibraryBranch key={projectId} name={projectName} listName={`Suites of ${projectName}`}>
            {() => <Suites {...props} projectId={projectId} />}
          </LibraryBranch>
        ))
      }
    </Loaded>
  );
}

function Suites({ projectId, kinds, onAdd }: LibraryProps & { projectId: string }) {
  const suites = useQuery(everySuiteQuery(projectId));
  return (
    <Loaded query={suites} empty="No suites yet" isEmpty={(all) => all.length === 0}>
      {(all) =>
        all.map((suite) => (
          <SuiteBranch key={suite.suiteId} suite={suite} projectId={projectId} kinds={kinds} onAdd={onAdd} depth={1} />
        ))
      }
    </Loaded>
  );
}

/** A matching suite, or a matching script with its suite. */
interface FoundInSuite extends Pick<FoundThing, 'projectId' | 'projectName'> {
  suiteId: string;
  suiteName: string;
  scriptId: string | undefined;
}

function inSuite({ kind, id, name, suiteId, suiteName, projectId, projectName }: FoundThing): FoundInSuite[] {
  const project = { projectId, projectName };
  if (kind === 'suite') return [{ ...project, suiteId: id, suiteName: name, scriptId: undefined }];
  return kind === 'script' && suiteId !== null
    ? [{ ...project, suiteId, suiteName: suiteName ?? '', scriptId: id }]
    : [];
}

/** The matches as a tree. */
function treeOf(found: readonly FoundThing[]) {
  const inSuites = found.flatMap(inSuite);
  return [...Map.groupBy(inSuites, ({ projectId }) => projectId)].map(([projectId, ofProject]) => ({
    projectId,
    projectName: ofProject[0]!.projectName,
    suites: [...Map.groupBy(ofProject, ({ suiteId }) => suiteId)].map(([suiteId, ofSuite]) => ({
      suiteId,
      suiteName: ofSuite[0]!.suiteName,
      /** Absent if the suite itself matches: all of its scripts are shown. */
      scripts: ofSuite.some(({ scriptId }) => scriptId === undefined)
        ? undefined
        : new Set(ofSuite.map(({ scriptId }) => scriptId)),
    })),
  }));
}

function Found({ wanted, kinds, onAdd }: LibraryProps) {
  const [text] = useDebouncedValue(wanted, typingMs);
  const found = useQuery(foundScriptsQuery(text));
  return (
    <Loaded query={found} empty="No script or suite matches" isEmpty={(items) => treeOf(items).length === 0}>
      {(items) =>
        treeOf(items).map(({ projectId, projectName, suites }) => (
          <LibraryBranch key={projectId} name={projectName} listName={`Suites of ${projectName}`} isForcedOpen>
            {() =>
              suites.map(({ scripts, ...suite }) => (
                <SuiteBranch
                  key={suite.suiteId}
                  suite={suite}
                  projectId={projectId}
                  kinds={kinds}
                  onAdd={onAdd}
                  depth={1}
                  matches={({ scriptId }) => scripts?.has(scriptId) ?? true}
                />
              ))
            }
          </LibraryBranch>
        ))
      }
    </Loaded>
  );
}
