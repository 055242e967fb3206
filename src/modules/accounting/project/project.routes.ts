import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProjectFields, ProjectView } from './project.schema.ts';
import { changeProject, createProject, EndsBeforeItStarts, listProjects, readProject } from './project.ts';

const { name, ...optionalFields } = ProjectFields;

export const projectRoutes = [
  route({
    method: 'POST',
    path: '/v1/project',
    summary: 'Begin a project',
    description: 'A project groups records: what it has earned and cost comes from the ledger, beside its budget.',
    access: { permission: 'accounting:write' },
    status: 201,
    body: z.strictObject({ name, ...z.strictObject(optionalFields).partial().shape }),
    returns: ProjectView,
    refusals: [EndsBeforeItStarts],
    examples: { body: { name: 'Remodelación del local', budget: '150000.00', startsOn: '2026-11-01' } },
    handler: (ctx, { body }) => createProject(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/project',
    summary: 'List the projects',
    description: 'The newest first, each with its budget and what it has earned and cost.',
    access: { permission: 'accounting:read' },
    query: z.strictObject({
      ...pageQuery,
      search: z.string().trim().min(1).max(100).optional().describe('Beginnings of words of the name or description.'),
      archived: z.stringbool().default(false),
    }),
    returns: pageOf(ProjectView),
    examples: { query: { search: 'remodel' } },
    handler: (ctx, { query }) => listProjects(ctx, query),
  }),
  route({
    method: 'PATCH',
    path: '/v1/project',
    summary: 'Change a project',
    description: 'Fields that are left out stay as they are. An archived project leaves the list; its records stay.',
    access: { permission: 'accounting:write' },
    body: z.strictObject({
      id: z.uuid(),
      version: z.number().int().optional(),
      ...z.strictObject(ProjectFields).partial().shape,
      archived: z.boolean().optional(),
    }),
    returns: ProjectView,
    refusals: [EndsBeforeItStarts],
    examples: { body: { id: exampleId, version: 1, budget: '180000.00' } },
    handler: (ctx, { body: { id, version, ...change } }) => changeProject(ctx, id, version, change),
  }),
  route({
    method: 'GET',
    path: '/v1/project/:projectId',
    summary: 'A project: its budget against what it has cost',
    description: 'Income, expense and result come from the ledger, without taxes.',
    access: { permission: 'accounting:read' },
    params: z.strictObject({ projectId: z.uuid() }),
    returns: ProjectView,
    handler: (ctx, { params }) => readProject(ctx, params.projectId),
  }),
];
