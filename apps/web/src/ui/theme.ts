import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dfe2fe',
  '#bfc5fb',
  '#9ba4f7',
  '#7f8af3',
  '#6a76ee',
  '#5661e4',
  '#4a53d1',
  '#3f47b5',
  '#353c94',
];
const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#f0f2f5',
  '#e3e6ea',
  '#d6dae1',
  '#c9ced6',
  '#8b95a5',
  '#667085',
  '#4d5766',
  '#343c47',
  '#1c2128',
];
const dark: MantineColorsTuple = [
  '#e6e8ec',
  '#aeb6c2',
  '#98a2b3',
  '#7a8494',
  '#3a404b',
  '#2a2e37',
  '#1e2128',
  '#16181d',
  '#111317',
  '#0c0d10',
];

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  colors: { indigo, gray, dark },
  black: '#1c2128',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '18px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '6px', xl: '999px' },
  defaultRadius: 'sm',
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '87.5em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' }, checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Pagination: { defaultProps: { size: 'sm' } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', offset: 4, transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, fz: 12, transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: {
        size: 440,
        centered: false,
        yOffset: '12vh',
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.35 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // A hidden panel would render once without effects: its queries would neither fetch nor receive a response.
    Tabs: { defaultProps: { keepMounted: false } },
    Alert: { defaultProps: { variant: 'light', p: 'sm' } },
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 550 } } },
  },
});

/** Mantine's own variables, mapped to the tokens of `tokens.css`. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--strong)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--fail)',
    '--mantine-color-anchor': 'var(--accent)',
  };
  return { variables: {}, light: both, dark: both };
};
