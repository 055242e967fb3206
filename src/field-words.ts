/**
 * What fields mean that mean the same in every object, for the reference. A field whose meaning depends on its object is
 * described in its schema, which comes first.
 */
export const fieldWords = {
  id: 'A UUIDv7: later objects have larger ids.',
  data: 'The rows of this page.',
  version: 'One more with each change. Send it with a change: a stale one is refused.',
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  createdBy: 'The member who created it; null where the service did.',
  archived: 'Archived objects keep their history; lists leave them out unless asked.',
  archivedAt: 'When it was archived; null while it is in use.',
  currency: 'ISO 4217, for example `DOP`.',
  page: 'The number of this page, from 1.',
  itemsPerPage: 'How many rows a page has at most.',
  hasMore: 'Whether another page follows.',
} satisfies Record<string, string>;
