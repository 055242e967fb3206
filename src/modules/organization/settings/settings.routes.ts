import { z } from 'zod';
import { Forbidden, OrganizationRequired } from '#platform/auth/permission.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { changeOrganizationSettings, changeUserSettings, describeSettings, describeUserSettings } from './settings.ts';

const Values = z.record(z.string().max(60), z.unknown());

/** Modules add sections, so that the contract lists them under this name. */
const sectionsOf = (id: string) =>
  z.object({
    sections: z.record(z.string(), Values).meta({ id }),
    versions: z.record(z.string(), z.number().int()).describe('By section; 0 if it was never changed.'),
  });

const OrganizationSections = sectionsOf('OrganizationSettings');
const MemberSections = sectionsOf('MemberSettings');

const sectionChange = {
  section: z.string().max(60).describe('The name of the section, as in GET.'),
  value: Values.describe('The fields to change; the others stay.'),
  version: z.number().int().min(0).optional().describe('As last read: a newer change is not overwritten.'),
};

const Section = z.object({
  section: z.string().describe('The section that was changed.'),
  value: Values.describe('The whole section, with its defaults.'),
  version: z.number().int(),
});

export const settingsRoutes = [
  route('GET', '/v1/organization/settings', 'settings:read', {
    summary: 'Read the settings',
    description:
      'Every section of the organization with its defaults filled in, and under `user` the caller’s own settings in it. `versions` are for changes.',
    returns: OrganizationSections.extend({ user: MemberSections.describe('The caller’s own settings.') }),
    handler: (ctx) => describeSettings(ctx),
  }),
  route('PATCH', '/v1/organization/settings', 'settings:write', {
    summary: 'Change a section of the settings',
    description:
      'Changes the given fields of one section. A request that changes nothing emits no event. With `version`, a newer change by someone else is not overwritten.',
    body: z.strictObject(sectionChange),
    returns: Section,
    refusals: [ReferenceNotFound],
    examples: { body: { section: 'accounting', value: { paymentTermsDays: 15 }, version: 0 } },
    handler: (ctx, { body }) => changeOrganizationSettings(ctx, body),
  }),
  route('GET', '/v1/organization/settings/user', 'caller', {
    summary: 'Read one member’s settings',
    description: 'The caller’s own settings in this organization; with `userId` another member’s (`members:read`).',
    query: z.strictObject({ userId: z.uuid().optional().describe('The member. Default: the caller.') }),
    returns: MemberSections.extend({ userId: z.uuid().describe('Whose settings they are.') }),
    refusals: [OrganizationRequired, Forbidden, NotFound],
    handler: (ctx, { query }) => describeUserSettings(ctx, query.userId),
  }),
  route('PATCH', '/v1/organization/settings/user', 'caller', {
    summary: 'Change one member’s settings',
    description:
      'A person changes their own settings in this organization. With `userId` another member’s, which needs `members:write`, as every change by an API key does.',
    body: z.strictObject({ ...sectionChange, userId: z.uuid().optional().describe('By default, the caller.') }),
    returns: Section.extend({ userId: z.uuid().describe('Whose settings they are.') }),
    refusals: [OrganizationRequired, Forbidden, ReferenceNotFound],
    examples: { body: { section: 'interface', value: { theme: 'dark' } } },
    handler: (ctx, { body }) => changeUserSettings(ctx, body),
  }),
];
