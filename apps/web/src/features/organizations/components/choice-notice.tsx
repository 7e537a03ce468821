import { Button } from '@mantine/core';
import { Building2, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { chosenOrganization } from '../../../shared/organization/chosen-organization.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import classes from './organizations.module.css';

/** ChoiceNotice asks for an organization until one is chosen, then names it. */
export function ChoiceNotice() {
  const { email, organization_name: name } = useAccount();
  if (!chosenOrganization.get(email))
    return (
      <div className={classes.notice} role="status">
        <TriangleAlert size={18} aria-hidden />
        Please select an organization to continue
      </div>
    );
  return (
    <div className={classes.notice} data-chosen role="status">
      <Building2 size={18} aria-hidden />
      <span className="grow">
        You act for <strong>{name}</strong>.
      </span>
      <Button component={Link} to="/dashboard" variant="default">
        Go to its dashboard
      </Button>
    </div>
  );
}
