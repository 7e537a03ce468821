import { ApiError } from '@touchstone/contracts';
import { messageOf } from '../../../../shared/toasts.ts';
import classes from './import.module.css';

/** ImportFailure says why a document couldn't be read or imported, with the server's details. */
export function ImportFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  const details = error instanceof ApiError ? error.details.filter((item) => item.message !== error.message) : [];
  return (
    <div className={classes.failure} role="alert">
      {error instanceof ApiError ? error.message : messageOf(error)}
      {details.length > 0 ? (
        <ul>
          {details.map((item) => (
            <li key={`${item.path} ${item.message}`}>{item.message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
