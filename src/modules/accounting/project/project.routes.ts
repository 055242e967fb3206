import { archived, listOf, search } from '#platform/db/list.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { projects } from '../tables.ts';
import { NewProject, Project, ProjectChange } from './project.schema.ts';
import { changeProject, createProject, describeProjects, EndsBeforeItStarts } from './project.ts';

const projectList = listOf(projects, {
  filters: { search: search('project', 'Beginnings of words of the name or description.'), archived },
  sort: { created: 'createdAt', name: 'name' },
  order: '-created',
});

export const projectRoutes = [
  route('POST', '/v1/project', 'accounting:write', {
    summary: 'Create a project',
    description: 'A project groups records. What it has earned and cost comes from the ledger, next to its budget.',
    status: 201,
    body: NewProject,
    returns: Project,
    refusals: [EndsBeforeItStarts],
    examples: { body: { name: 'Remodelación del local', budget: '150000.00', startsOn: '2026-11-01' } },
    handler: (ctx, { body }) => createProject(ctx, body),
  }),
  route('GET', '/v1/project', 'accounting:read', {
    summary: 'List projects',
    description: 'Newest first, each with its budget and what it has earned and cost.',
    query: projectList.query,
    returns: pageOf(Project),
    examples: { query: { search: 'remodel' } },
    handler: (ctx, { query }) => projectList.page(ctx, query, (rows) => describeProjects(ctx, rows)),
  }),
  route('PATCH', '/v1/project', 'accounting:write', {
    summary: 'Change or archive a project',
    description: 'Fields that are left out stay as they are. An archived project leaves the list; its records stay.',
    body: ProjectChange,
    returns: Project,
    refusals: [EndsBeforeItStarts],
    examples: { body: { id: exampleId, version: 1, budget: '180000.00' } },
    handler: (ctx, { body }) => changeProject(ctx, body),
  }),
  route('GET', '/v1/project/:projectId', 'accounting:read', {
    summary: 'Read a project',
    description: 'Its budget, and its income, expense and result from the ledger, without taxes.',
    returns: Project,
    handler: async (ctx, { params }) => (await describeProjects(ctx, [await projects.get(ctx, params.projectId)]))[0]!,
  }),
];
