import { withQuery } from '../../shared/feature/with-query.ts';

interface Shown {
  project?: string | undefined;
  tab?: 'completed' | 'history';
  /** Part of a title. */
  q?: string;
  /** The job whose history is shown. */
  job?: string;
  /** Opens the dialog for a new job. */
  create?: 'schedule';
}

/** Addresses of scheduled tests. */
export const schedulerPaths = {
  list: (shown: Shown = {}) => withQuery('/api-testing/schedulers', shown),
};
