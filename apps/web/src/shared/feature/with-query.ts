/** withQuery appends the values that are set to a path as a query string. */
export const withQuery = (path: string, values: object): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(given).toString();
  return query ? `${path}?${query}` : path;
};
