import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { farmQuery } from '../../api/farm.ts';
import classes from '../../components/farm/farm.module.css';
import { OpenRecordings, OpenRuns } from '../../components/farm/open-browsers.tsx';
import { RecordingWatch } from '../../components/farm/recording-watch.tsx';
import { RunnerTable } from '../../components/farm/runner-table.tsx';

const searchSchema = z.object({ watch: z.string().catch('').default('') });

/** BrowserFarmPage shows the browsers of the runners, and what is open in them now. */
export function BrowserFarmPage() {
  const farm = useQuery(farmQuery);
  const [{ watch }, setSearch] = useSearchState(searchSchema);
  return (
    <Page title="Browser farm" documentTitle="Browser farm · Web testing">
      <Loaded query={farm}>
        {({ runners, runs, recordings, recordingPlaces }) => {
          const watched = recordings.find(({ liveId }) => liveId === watch);
          return (
            <div className={classes.farm}>
              {watched ? (
                <RecordingWatch key={watch} recording={watched} onClose={() => setSearch({ watch: '' })} />
              ) : null}
              <RunnerTable runners={runners} />
              <OpenRuns runs={runs} />
              <OpenRecordings
                recordings={recordings}
                places={recordingPlaces}
                watched={watch}
                onWatch={(liveId) => setSearch({ watch: liveId })}
              />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}
