import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiMonitoringPage } from './api-monitoring.page.tsx';

test('the page says what will be on it', () => {
  render(<ApiMonitoringPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'API monitoring' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Nothing here yet' })).toBeTruthy();
});
