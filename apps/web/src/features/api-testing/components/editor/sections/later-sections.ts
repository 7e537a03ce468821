import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { later } from '../../../../../ui/later/later.tsx';

/** Sections behind the tabs of a new request, loaded after the editor is usable. */
export const AssertionsSection = later(async () => (await import('./assertions-section.tsx')).AssertionsSection);
export const AuthSection = later(async () => (await import('./auth-section.tsx')).AuthSection);
export const BodySection = later(async () => (await import('./body-section.tsx')).BodySection);
export const DocsSection = later(async () => (await import('./docs-section.tsx')).DocsSection);
export const ExtractSection = later(async () => (await import('./extract-section.tsx')).ExtractSection<ScriptInput>);
export const ScriptsSection = later(async () => (await import('./scripts-section.tsx')).ScriptsSection);
export const SettingsSection = later(async () => (await import('./settings-section.tsx')).SettingsSection);

/** All of the sections above. */
export const laterSections = [
  AssertionsSection,
  AuthSection,
  BodySection,
  DocsSection,
  ExtractSection,
  ScriptsSection,
  SettingsSection,
];
