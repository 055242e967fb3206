import { sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, several } from '#platform/db/list.ts';
import { findContact } from './reference.ts';

/** A filter on `contact_id`, by one contact or several. The id of a merged contact finds the rows of its survivor. */
export const ofContacts = () =>
  filter(several(z.uuid()).optional(), async (value, ctx) => {
    const survivors = await Promise.all([value].flat().map(async (id) => (await findContact(ctx, id))?.id ?? id));
    return isOneOf(sql`t.contact_id`, survivors.length === 1 ? survivors[0] : survivors);
  });
