import { z } from 'zod';
import { PlanNotCanceled } from '#modules/billing/index.ts';
import { MyOrganization, OwnerRequired } from '#modules/organization/index.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import { route } from '#platform/http/route.ts';
import { AnotherName, closeOrganization, reopenOrganization } from './closing.ts';

export const closingRoutes = [
  route('POST', '/v1/organization/close', 'organization:write', {
    summary: 'Close the organization',
    description:
      'Stops everything at once: writes are refused with `organization_closed`, pages show that the business has closed, and jobs, recurring documents, webhooks and bots wait. Members can still read and the owner can export. The owner can reopen it within 30 days. Only the owner can do this, after a fresh authentication.',
    needsFreshAuthentication: true,
    whileClosed: true,
    body: z.strictObject({ name: z.string().max(200).describe('The name of the organization, to confirm.') }),
    returns: MyOrganization,
    refusals: [UserRequired, OwnerRequired, AnotherName, PlanNotCanceled],
    examples: { body: { name: 'Panadería Ñame' } },
    handler: (ctx, { body }) => closeOrganization(ctx, body.name),
  }),
  route('POST', '/v1/organization/reopen', 'organization:write', {
    summary: 'Reopen the organization',
    description:
      'Lets everything go on where it stopped. Whatever fell due meanwhile is done now. Only the owner can do this, after a fresh authentication.',
    needsFreshAuthentication: true,
    whileClosed: true,
    returns: MyOrganization,
    refusals: [UserRequired, OwnerRequired],
    handler: (ctx) => reopenOrganization(ctx),
  }),
];
