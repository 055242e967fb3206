import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { referralList } from './list.sql.ts';

export const referralRoutes = [
  route('GET', '/v1/organization/referrals', 'organization:read', {
    summary: 'List the referrals',
    description:
      'The organizations that were created with the referral code of this one, newest first: only their names and when.',
    query: referralList.query,
    returns: pageOf(
      z.object({ name: z.string().describe('Of the organization that used your code.'), createdAt: Timestamp }),
    ),
    handler: (ctx, { query }) => referralList.page(ctx, query),
  }),
];
