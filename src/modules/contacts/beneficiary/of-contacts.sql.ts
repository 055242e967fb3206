import { sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, several } from '#platform/db/list.ts';
import { findContact } from './reference.ts';

/** A filter on a column of contacts, by one contact or several. The id of a merged contact finds the rows of its survivor. */
export const ofContacts = (column = sql`t.contact_id`) =>
  filter(several(z.uuid()).optional(), async (value, ctx) => {
    const survivors = await Promise.all([value].flat().map(async (id) => (await findContact(ctx, id))?.id ?? id));
    return isOneOf(column, survivors.length === 1 ? survivors[0] : survivors);
  });
