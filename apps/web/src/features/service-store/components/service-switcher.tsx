import { Menu, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useServices } from '../model/use-services.ts';
import { LicenceTag } from './licence-tag.tsx';
import { ServiceIcon } from './service-icon.tsx';
import classes from './service-store.module.css';

/** Where the screens of a service lie; its entry may be an address of its own that leads there. */
const areaOf: Record<string, string> = { '/api-projects': '/api-testing' };
const areaRoot = (path: string | null) => (path ? (areaOf[path] ?? path) : undefined);

/** ServiceSwitcher names the service that is open and opens another; each says when its licence ends. */
export function ServiceSwitcher() {
  const { services, hasTeam, remember } = useServices();
  const { pathname } = useLocation();
  const isOpen = (path: string | null) => {
    const root = areaRoot(path);
    return root !== undefined && pathname.startsWith(root);
  };
  const present = services.find(({ path }) => isOpen(path));
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
                {isOpen(service.path) ? <Check size={14} aria-label="open" style={{ marginLeft: 8 }} /> : null}
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
