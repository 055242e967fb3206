/** The code writes `organizationId`, the database `organization_id`. Each name is converted once. */
export const snakeCase = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
export const camelCase = remembered((name) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
);

function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const converted = convert(name);
    if (known.size < 10_000) known.set(name, converted);
    return converted;
  };
}
