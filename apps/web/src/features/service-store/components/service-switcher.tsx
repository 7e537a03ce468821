import { Menu, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { usePlace } from '../../../shared/feature/place.ts';
import { useServices } from '../model/use-services.ts';
import { LicenceTag } from './licence-tag.tsx';
import { ServiceIcon } from './service-icon.tsx';
import classes from './service-store.module.css';

/** ServiceSwitcher names the open service and switches to another; each shows when its licence ends. */
export function ServiceSwitcher() {
  const { services, hasTeam, remember } = useServices();
  const open = usePlace()?.service;
  const present = services.find(({ serviceName }) => serviceName === open);
  if (services.length === 0 || !hasTeam) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes.switcher}
          aria-label={present ? `Service ${present.serviceName}, change` : 'Services, open one'}
        >
          {present?.serviceName ?? 'Services'}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {services.map((service) => (
          <Menu.Item
            key={service.uuid}
            component={Link}
            to={service.path ?? '/dashboard'}
            onClick={() => remember(service)}
            leftSection={<ServiceIcon category={service.category} size={16} />}
            rightSection={
              <>
                <LicenceTag service={service} />
                {service === present ? <Check size={14} aria-label="open" style={{ marginLeft: 8 }} /> : null}
              </>
            }
          >
            {service.serviceName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
