import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../../ui/loaded.tsx';
import { everySuiteQuery } from '../../../api-testing/index.ts';
import type { Library, LibraryProps } from '../panels/block-list.tsx';
import { LibraryGroup } from './library-item.tsx';
import { SuiteBranch } from './suite-branch.tsx';

/** suiteLibrary lists the suites of a workspace with their scripts. */
export const suiteLibrary =
  (projectId: string): Library =>
  (props) =>
    props.kinds.find('api-script') ? (
      <LibraryGroup title="API scripts">
        <Suites projectId={projectId} {...props} />
      </LibraryGroup>
    ) : null;

function Suites({ projectId, wanted, kinds, onAdd }: LibraryProps & { projectId: string }) {
  const suites = useQuery(everySuiteQuery(projectId));
  return (
    <Loaded query={suites} empty="No suites yet" isEmpty={(all) => all.length === 0}>
      {(all) =>
        all.map((suite) => {
          const isFound = suite.suiteName.toLowerCase().includes(wanted);
          return (
            <SuiteBranch
              key={suite.suiteId}
              suite={suite}
              kinds={kinds}
              onAdd={onAdd}
              hidesWithoutMatch={!isFound}
              matches={
                wanted === '' ? undefined : ({ scriptName }) => isFound || scriptName.toLowerCase().includes(wanted)
              }
            />
          );
        })
      }
    </Loaded>
  );
}
