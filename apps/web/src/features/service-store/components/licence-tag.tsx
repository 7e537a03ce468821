import type { OfferedService } from '@touchstone/contracts/subscription';
import { expiredNotice } from '../../../shared/access/expired-notice.ts';
import { useAccessState } from '../../../shared/access/use-access.tsx';
import { isExpired, licenceTag } from '../model/licence-tag.ts';
import classes from './service-store.module.css';

interface Props {
  service: OfferedService;
  /** Whether the "Expired" tag opens the dialog about it. */
  opens?: boolean;
}

/** LicenceTag says that the licence of a service has ended or soon will. */
export function LicenceTag({ service, opens = false }: Props) {
  const state = useAccessState();
  const text = licenceTag(service, state);
  if (!text) return null;
  const expired = isExpired(service, state.isPlanExpired) || undefined;
  if (opens && expired)
    return (
      <button
        type="button"
        className={classes.tag}
        data-expired
        aria-label={`${text}: ${service.serviceName}`}
        onClick={expiredNotice.open}
      >
        {text}
      </button>
    );
  return (
    <span className={classes.tag} data-expired={expired}>
      {text}
    </span>
  );
}
