import type { ReservedAddresses } from '../../../shared/feature/feature.ts';

/**
 * absentAreas areas of services that this version doesn't have. Their paths are reserved behind sign-in and say so;
 * nothing links to them. A path is released to the first feature with pages there.
 */
export const absentAreas: readonly ReservedAddresses[] = [
  { title: 'Integrations', paths: ['integrations'] },
  { title: 'Team Configuration', paths: ['team-configuration'] },
  { title: 'Web Testing', paths: ['execution-preview'] },
  { title: 'Web Performance', paths: ['web-performance-project', 'web-performance-test', 'web-performance-report'] },
  { title: 'Desktop Testing', paths: ['desktop-testing'] },
  {
    title: 'Mobile Testing',
    paths: [
      'mobility-projects',
      'mobility-project-details',
      'mobility-step',
      'mobility-report',
      'mobilityreport',
      'mobility-setup',
      'mobility-scheduletest',
      'mobility-viewall',
      'mobilityruningtest-report',
      'mobility-dryrun-report',
    ],
  },
  { title: 'Device Farm', paths: ['device-farm'] },
  {
    title: 'Component Testing',
    paths: [
      'component-project-listing',
      'component',
      'design',
      'components',
      'component-import',
      'componentstep',
      'test',
      'testcomponent',
      'teststep',
      'componentreport',
      'componentfinalresult',
      'quickresult',
      'setup',
      'scheduled-test',
    ],
  },
  { title: 'Rover', paths: ['rover'] },
  { title: 'Test Data Management', paths: ['test-data-management'] },
];
