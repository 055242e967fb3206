import { z } from 'zod';
import { permissionsOf } from '#modules/roles.ts';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery, pageWindow, toPage } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound, unknownReference } from '#platform/refusal.ts';
import { storeImage } from '../image/image.ts';
import {
  ActiveOrganization,
  MyOrganization,
  OrganizationFields,
  OrganizationImage,
  OrganizationView,
} from './organization.schema.ts';
import { selectMembership, selectOrganizations, setActiveOrganization } from './organization.sql.ts';
import {
  CurrencyInUse,
  changeOrganization,
  createOrganization,
  describeActive,
  describeOrganization,
} from './organization.ts';

const { name, ...optionalFields } = OrganizationFields;
const exampleName = 'Colmado La Esquina';

export const organizationRoutes = [
  route({
    method: 'POST',
    path: '/v1/organization',
    summary: 'Found an organization',
    description:
      'Makes an organization with all its defaults; the caller becomes its owner and the session moves into it. A sandbox is for trials: it has a clock that an operator can move.',
    access: 'user',
    status: 201,
    body: z.strictObject({
      name,
      ...z.strictObject(optionalFields).partial().shape,
      sandbox: z.boolean().optional(),
      referralCode: z.string().max(20).optional().describe('Of the organization that recommended the service.'),
    }),
    returns: MyOrganization,
    refusals: [ReferenceNotFound],
    examples: { body: { name: exampleName, taxId: '131246796', currency: 'DOP' } },
    handler: (ctx, { body }) => createOrganization(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/organization',
    summary: 'My organizations',
    description: 'The organizations the caller belongs to, by name. An API key sees its own.',
    access: 'caller',
    query: z.strictObject({ ...pageQuery, search: z.string().max(100).optional() }),
    returns: pageOf(MyOrganization),
    handler: async (ctx, { query }) => {
      const onlyId = ctx.actor.kind === 'apiKey' ? ctx.caller.organization!.id : null;
      const request = { userId: ctx.actor.userId, onlyId, search: query.search ?? null, ...pageWindow(query) };
      const { rows, counted } = await selectOrganizations(ctx.tx, request);
      return toPage(
        query,
        rows.map((row) => ({ ...row, ...describeOrganization(ctx, row) })),
        counted,
      );
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization',
    summary: 'Change the organization',
    description:
      'Changes the details of the active organization. `image` is decoded, checked and kept as WebP of at most 1024 pixels. With `version`, a change made by someone else meanwhile is not overwritten.',
    access: { permission: 'organization:write' },
    body: z.strictObject({
      version: z.int32().optional(),
      ...z.strictObject(OrganizationFields).partial().shape,
      image: OrganizationImage.nullable().optional().describe('Null removes it.'),
    }),
    bodyBytesMax: 8 * 1024 * 1024,
    returns: OrganizationView,
    refusals: [CurrencyInUse],
    examples: { body: { phone: '809-555-0123', version: 1 } },
    prepare: async (ctx, { body: { image } }) => (image ? storeImage(ctx, image) : image),
    handler: (ctx, { body: { version, image: _, ...fields }, prepared: imageKey }) =>
      changeOrganization(ctx, version, imageKey === undefined ? fields : { ...fields, imageKey }),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/active',
    action: 'activate',
    summary: 'Work in another organization',
    description:
      'Moves the session into an organization the person belongs to. For one request only, send `X-Service-Organization-Id` instead.',
    access: 'user',
    body: z.strictObject({ organizationId: z.uuid() }),
    returns: ActiveOrganization,
    refusals: [ReferenceNotFound],
    examples: { body: { organizationId: exampleId } },
    handler: async (ctx, { body: { organizationId } }) => {
      const membership = await selectMembership(ctx.tx, organizationId, ctx.actor.userId);
      if (!membership?.active) throw unknownReference('body.organizationId', 'This organization');
      await setActiveOrganization(ctx.tx, ctx.actor.sessionId, organizationId);
      const tenant = await ctx.enter(organizationId, ctx.actor);
      return describeActive(tenant, membership.role, permissionsOf(membership.role, membership.permissions));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/organization/active',
    summary: 'The organization I work in',
    description: 'The organization of this request, with the caller’s role and permissions in it.',
    access: 'caller',
    returns: ActiveOrganization,
    refusals: [OrganizationRequired],
    handler: async (ctx) => {
      const { organization } = ctx.caller;
      if (!organization) throw OrganizationRequired();
      return describeActive(await ctx.enter(organization.id, ctx.actor), organization.role, organization.permissions);
    },
  }),
];
