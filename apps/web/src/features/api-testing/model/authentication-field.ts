/** AuthenticationField is a field of the authentication form. */
export interface AuthenticationField {
  key: string;
  label: string;
  /** Masked until the user reveals it. */
  secret?: true;
  /** Not required by the request. If empty, the field is left out of the script, as is one with `leaveOut`. */
  optional?: true;
  leaveOut?: true;
  placeholder?: string;
  description?: string;
  /** Multi-line text. */
  multiline?: true;
  /** A boolean; false is left out of the script. */
  flag?: true;
  options?: { value: string; label: string }[];
}
