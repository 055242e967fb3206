import { z } from 'zod';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { storeImage } from '../image/image.ts';
import {
  ActiveOrganization,
  ChangedOrganization,
  MyOrganization,
  NewOrganization,
  OrganizationChange,
} from './organization.schema.ts';
import { organizationList } from './organization.sql.ts';
import {
  activateOrganization,
  CurrencyInUse,
  changeOrganization,
  createOrganization,
  describeActive,
  describeOrganization,
} from './organization.ts';

export const organizationRoutes = [
  route('POST', '/v1/organization', 'user', {
    summary: 'Create an organization',
    description:
      'Creates an organization with all its defaults. The caller becomes its owner, and the session moves into it. An English `locale` makes English the language of documents and e-mails, here and when it changes. A sandbox is for tests: an operator can move its clock.',
    status: 201,
    body: NewOrganization,
    returns: MyOrganization,
    refusals: [ReferenceNotFound],
    examples: { body: { name: 'Colmado La Esquina', taxId: '131246796', currency: 'DOP' } },
    handler: (ctx, { body }) => createOrganization(ctx, body),
  }),
  route('GET', '/v1/organization', 'caller', {
    summary: 'List my organizations',
    description: 'The organizations that the caller belongs to, by name. An API key sees only its own.',
    query: organizationList.query,
    returns: pageOf(MyOrganization),
    handler: (ctx, { query }) =>
      organizationList.page(ctx, query, (rows) => rows.map((row) => describeOrganization(ctx, row))),
  }),
  route('PATCH', '/v1/organization', 'organization:write', {
    summary: 'Change the organization',
    description:
      'Changes the details of the active organization. `image` is decoded, checked and stored as WebP of at most 1024 pixels.',
    body: OrganizationChange,
    bodyBytesMax: 8 * 1024 * 1024,
    returns: ChangedOrganization,
    refusals: [CurrencyInUse, TooComplex],
    examples: { body: { phone: '809-555-0123', version: 1 } },
    prepare: async (ctx, { body: { image } }) => (image ? storeImage(ctx, image) : image),
    handler: (ctx, { body: { image: _, ...change }, prepared: imageKey }) =>
      changeOrganization(ctx, { ...change, imageKey }),
  }),
  route('POST', '/v1/organization/active', 'user', {
    action: 'activate',
    summary: 'Switch to another organization',
    description:
      'Moves the session into an organization that the person belongs to. For one request only, send `X-Service-Organization-Id` instead.',
    body: z.strictObject({
      organizationId: z.uuid().describe('One of your organizations, in which the session works from now on.'),
    }),
    returns: ActiveOrganization,
    refusals: [ReferenceNotFound],
    examples: { body: { organizationId: exampleId } },
    handler: (ctx, { body }) => activateOrganization(ctx, body.organizationId),
  }),
  route('GET', '/v1/organization/active', 'caller', {
    summary: 'Read the active organization',
    description: 'The organization of this request, with the caller’s role and permissions in it.',
    returns: ActiveOrganization,
    refusals: [OrganizationRequired],
    handler: async (ctx) => {
      const { organization } = ctx.caller;
      if (!organization) throw OrganizationRequired();
      return describeActive(await ctx.enter(organization.id, ctx.actor), organization.role, organization.permissions);
    },
  }),
];
