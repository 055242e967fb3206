import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { findBaseCurrency } from '../ledger/seed.sql.ts';
import {
  insertProject,
  lockProject,
  type Project,
  type ProjectResult,
  selectProject,
  selectProjectResults,
  selectProjects,
  updateProject,
} from './project.sql.ts';

export const EndsBeforeItStarts = refusal(422, 'ends_before_it_starts', 'A project ends after it starts.');

interface ProjectFields {
  name: string;
  description?: string | undefined;
  budget?: string | null | undefined;
  startsOn?: string | null | undefined;
  endsOn?: string | null | undefined;
}

export async function createProject(ctx: TenantContext, fields: ProjectFields) {
  const { name, description = '', budget = null, startsOn = null, endsOn = null } = fields;
  checkDates({ startsOn, endsOn });
  const currency = await findBaseCurrency(ctx.tx, ctx.organizationId);
  const project = await insertProject(ctx.tx, {
    organizationId: ctx.organizationId,
    id: newId(),
    name,
    description,
    budget: budget === null ? null : toMinor(budget, currency),
    startsOn,
    endsOn,
    createdAt: ctx.now,
  });
  return keep(ctx, project);
}

export async function changeProject(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
  { archived, budget, ...fields }: Partial<ProjectFields> & { archived?: boolean | undefined },
) {
  const before = await lockProject(ctx.tx, ctx.organizationId, id);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  checkDates({ ...before, ...fields });
  const currency = await findBaseCurrency(ctx.tx, ctx.organizationId);
  const changed = await updateProject(ctx.tx, ctx.organizationId, id, {
    ...fields,
    ...(budget !== undefined && { budget: budget === null ? null : toMinor(budget, currency) }),
    ...(archived !== undefined && { archivedAt: archived ? ctx.now : null }),
  });
  return keep(ctx, changed);
}

export async function readProject(ctx: TenantContext, id: string) {
  const project = await selectProject(ctx.tx, ctx.organizationId, id);
  if (!project) throw NotFound();
  return (await described(ctx, [project]))[0]!;
}

export async function listProjects(
  ctx: TenantContext,
  query: PageRequest & { search?: string | undefined; archived: boolean },
) {
  const { rows, counted } = await selectProjects(ctx.tx, ctx.organizationId, query, pageWindow(query));
  return toPage(query, await described(ctx, rows), counted);
}

async function keep(ctx: TenantContext, project: Project) {
  await indexText(ctx, 'project', project.id, [project.name, project.description]);
  return (await described(ctx, [project]))[0]!;
}

function checkDates({
  startsOn,
  endsOn,
}: {
  startsOn?: string | null | undefined;
  endsOn?: string | null | undefined;
}) {
  if (startsOn && endsOn && endsOn < startsOn) throw EndsBeforeItStarts();
}

/** Projects with what they have earned and cost so far. */
async function described(ctx: TenantContext, projects: Project[]) {
  const ids = projects.map(({ id }) => id);
  const [results, currency] = await Promise.all([
    selectProjectResults(ctx.tx, ctx.organizationId, ids),
    findBaseCurrency(ctx.tx, ctx.organizationId),
  ]);
  const byProject = new Map(results.map((result) => [result.projectId, result]));
  return projects.map((project) => describe(project, byProject.get(project.id), currency));
}

function describe(
  { archivedAt, budget, ...project }: Project,
  { income, expense }: Pick<ProjectResult, 'income' | 'expense'> = { income: 0n, expense: 0n },
  currency: string,
) {
  const told = (minor: bigint) => fromMinor(minor, currency);
  return {
    ...project,
    archived: archivedAt !== null,
    currency,
    budget: budget === null ? null : told(budget),
    actual: { income: told(income), expense: told(expense), result: told(income - expense) },
    remaining: budget === null ? null : told(budget - expense),
  };
}
