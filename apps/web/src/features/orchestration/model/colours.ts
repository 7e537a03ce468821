/** Selectable colours of projects and folders; the first is the default. */
export const colours = [
  { value: '#4f7cff', label: 'Blue' },
  { value: '#7c5cff', label: 'Violet' },
  { value: '#0b7f6c', label: 'Green' },
  { value: '#e8890c', label: 'Orange' },
  { value: '#d6336c', label: 'Pink' },
  { value: '#667085', label: 'Grey' },
] as const;
