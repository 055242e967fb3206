import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageOf, pageQuery, pageWindow, toPage } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { selectReferrals } from './referral.sql.ts';

export const referralRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/referrals',
    summary: 'List the referrals',
    description:
      'The organizations that were founded with this one’s referral code, newest first: their name and when, nothing else of theirs.',
    access: { permission: 'organization:read' },
    query: z.strictObject(pageQuery),
    returns: pageOf(z.object({ name: z.string(), createdAt: Timestamp })),
    handler: async (ctx, { query }) => {
      const { rows, counted } = await selectReferrals(ctx.tx, ctx.organizationId, pageWindow(query));
      return toPage(query, rows, counted);
    },
  }),
];
