/** What hangs on resources, by the resource it hangs on. */
export function byResource<T extends { resourceId: string }>(hanging: T[]): (resourceId: string) => T[] {
  const grouped = Map.groupBy(hanging, ({ resourceId }) => resourceId);
  return (resourceId) => grouped.get(resourceId) ?? [];
}
