import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { type Project, projects } from '../tables.ts';
import type { NewProject, ProjectChange } from './project.schema.ts';
import { selectProjectResults } from './project.sql.ts';

export const EndsBeforeItStarts = refusal('ends_before_it_starts', '`endsOn` must not be before `startsOn`.');

export async function createProject(ctx: TenantContext, { budget, ...fields }: z.output<typeof NewProject>) {
  checkDates(fields);
  return describeChanged(ctx, await projects.insert(ctx, { ...fields, budget: minorBudget(ctx, budget) }));
}

export async function changeProject(ctx: TenantContext, change: z.output<typeof ProjectChange>) {
  const { id, version, archived, budget, ...fields } = change;
  const before = await projects.lock(ctx, id, version);
  checkDates({ ...before, ...fields });
  const changed = await projects.change(ctx, id, {
    ...fields,
    budget: minorBudget(ctx, budget),
    archivedAt: archivedAtBy(ctx, archived, before),
  });
  return describeChanged(ctx, changed);
}

async function describeChanged(ctx: TenantContext, project: Project) {
  await indexText(ctx, 'project', project.id, [project.name, project.description]);
  return (await describeProjects(ctx, [project]))[0]!;
}

/** Adds what each project has earned and cost so far. */
export async function describeProjects(ctx: TenantContext, rows: Project[]) {
  const results = await selectProjectResults(
    ctx,
    rows.map(({ id }) => id),
  );
  const format = (minor: bigint) => fromMinor(minor, ctx.currency);
  return rows.map(({ archivedAt, budget, ...project }) => {
    const { income, expense } = results.get(project.id) ?? { income: 0n, expense: 0n };
    return {
      ...project,
      archived: archivedAt !== null,
      currency: ctx.currency,
      budget: budget === null ? null : format(budget),
      actual: { income: format(income), expense: format(expense), result: format(income - expense) },
      remaining: budget === null ? null : format(budget - expense),
    };
  });
}

function checkDates({
  startsOn,
  endsOn,
}: {
  startsOn?: string | null | undefined;
  endsOn?: string | null | undefined;
}) {
  if (startsOn && endsOn && endsOn < startsOn) throw EndsBeforeItStarts.at('body.endsOn');
}

const minorBudget = <T extends null | undefined>({ currency }: TenantContext, budget: string | T): bigint | T =>
  typeof budget === 'string' ? toMinor(budget, currency) : budget;
