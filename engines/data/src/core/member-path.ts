/** JSONPath of a member: `$.name`, or `$['odd name']` if the name isn't an identifier. */
export function memberPath(parent: string, name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${parent}.${name}`;
  return `${parent}['${name.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}']`;
}
