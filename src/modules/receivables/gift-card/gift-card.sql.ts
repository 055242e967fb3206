import { sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { filter, listOf, oneOf, several } from '#platform/db/list.ts';
import { rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { Currency } from '#platform/money.ts';
import { type CardMovement, cardMovements, type GiftCard, giftCards } from '../tables.ts';
import { GiftCardOrigin, GiftCardStatus } from './gift-card.schema.ts';

const startOf = (day: string, timeZone: string) => sql`${day}::date::timestamp AT TIME ZONE ${timeZone}`;

const hasStatus = (status: z.output<typeof GiftCardStatus>) => {
  if (status === 'active') return sql`(t.status = 'active' AND t.balance > 0)`;
  if (status === 'spent') return sql`(t.status = 'active' AND t.balance = 0)`;
  return sql`t.status = ${status}`;
};

export const giftCardList = listOf(giftCards, {
  filters: {
    status: filter(
      several(GiftCardStatus).optional().describe('`spent`: nothing is left on it.'),
      (statuses) => sql`(${sql.join([statuses].flat().map(hasStatus), sql` OR `)})`,
    ),
    origin: oneOf('origin', GiftCardOrigin),
    beneficiaryId: ofContacts(),
    currency: oneOf('currency', Currency),
    last4: filter(
      z.string().trim().length(4).toUpperCase().optional().describe('The last four characters of the code.'),
      (last4) => sql`t.last4 = ${last4}`,
    ),
    from: filter(
      CalendarDate.optional().describe('Issued on this day or later.'),
      (day, { timeZone }) => sql`t.created_at >= ${startOf(day, timeZone)}`,
    ),
    to: filter(
      CalendarDate.optional().describe('Issued on this day or earlier.'),
      (day, { timeZone }) =>
        sql`t.created_at < ${startOf(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone)}`,
    ),
    expiresUntil: filter(
      CalendarDate.optional().describe('The last day of the card is this one or an earlier one.'),
      (day) => sql`t.expires_on <= ${day}::date`,
    ),
  },
  sort: { created: 'id' },
  order: '-created',
  key: [],
});

/** Cards whose last day has passed and that still have a balance. */
export const lockExpired = (tenant: Tenant, today: string, limit: number) =>
  rowsOf<GiftCard>(tenant.tx)`
    SELECT ${giftCards.columns('c')} FROM ${giftCards.of(tenant)} c
    WHERE c.status = 'active' AND c.balance > 0 AND c.expires_on < ${today}::date
    ORDER BY c.id LIMIT ${limit} FOR UPDATE`;

/** The last day of the card that expires next. */
export const selectNextExpiry = (tenant: Tenant) =>
  scalarOf<string | null>(tenant.tx)`
    SELECT c.expires_on FROM ${giftCards.of(tenant)} c
    WHERE c.status = 'active' AND c.balance > 0 AND c.expires_on IS NOT NULL
    ORDER BY c.expires_on LIMIT 1`;

/** The movements of all cards until a day, summed by currency and kind. */
export const selectCardSums = (tenant: Tenant, until: string | null) =>
  rowsOf<Pick<CardMovement, 'currency' | 'kind' | 'amount' | 'baseAmount'>>(tenant.tx)`
    SELECT m.currency, m.kind, sum(m.amount)::numeric(40,0) AS amount, sum(m.base_amount)::numeric(40,0) AS base_amount
    FROM ${cardMovements.of(tenant)} m
    WHERE m.date <= coalesce(${until}::date, 'infinity')
    GROUP BY m.currency, m.kind
    ORDER BY m.currency`;
