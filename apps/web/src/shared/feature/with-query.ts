/** withQuery puts those of the values that are given behind a path. */
export const withQuery = (path: string, values: object): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(given).toString();
  return query ? `${path}?${query}` : path;
};
