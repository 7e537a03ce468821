/** AuthenticationField is one field of the form for an authentication. */
export interface AuthenticationField {
  key: string;
  label: string;
  /** Hidden until the user shows it. */
  secret?: true;
  /** The request can do without it. An empty field of this kind is left out of the script, as is one with `leaveOut`. */
  optional?: true;
  leaveOut?: true;
  placeholder?: string;
  description?: string;
  /** A text of several lines. */
  multiline?: true;
  /** Yes or no; no is left out of the script. */
  flag?: true;
  options?: { value: string; label: string }[];
}
