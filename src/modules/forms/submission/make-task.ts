import type { z } from 'zod';
import { changeTask, createTask, TaskChange } from '#modules/tasks/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { validate } from '#platform/http/validate.ts';
import type { Refusal } from '#platform/refusal.ts';
import { fieldsOf, type Makes } from '../form/definition.schema.ts';
import { anyText } from '../form/form.ts';
import type { MakingSubmission } from '../hooks.ts';
import { answerText } from './answer-text.ts';
import { blaming } from './makes.ts';

type TaskSource = NonNullable<Makes['task']>;

/**
 * Makes a task of the answers, or changes the one of the signed link, by the rules of the API. A visitor does not know the board:
 * without it the submission is kept and makes no task.
 */
export async function makeTask(ctx: TenantContext, submission: MakingSubmission): Promise<void> {
  const { makes, made, path, contactId, taskId, definition } = submission;
  if (!makes.task) return;
  const source = makes.task;
  const make = async () => {
    const content = contentOf(ctx, source, submission);
    if (taskId) return changeTask(ctx, { ...content, id: taskId });
    const { boardId, columnId, priority, labels, assigneeIds } = source;
    const { title = anyText(definition.title) } = content;
    const links = contactId ? [{ entityKind: 'beneficiaryId', entityId: contactId }] : [];
    return createTask(ctx, { ...content, title, boardId, columnId, priority, labels, assigneeIds, links });
  };
  const task = await blaming(make, (refused) => `${path}.${questionAt(source, refused)}`);
  if (task) made.taskId = task.id;
}

const Content = TaskChange.pick({ title: true, description: true, dueAt: true, fields: true });

/** The part of a task that the answers give. A question without an answer leaves its part as it is. */
function contentOf(ctx: TenantContext, source: TaskSource, { answers, definition }: MakingSubmission) {
  const questions = new Map(fieldsOf(definition).map((field) => [field.key, field]));
  const textOf = (key: string | undefined): string | undefined =>
    key === undefined || answers[key] === undefined
      ? undefined
      : answerText(questions.get(key)!, answers[key], 'es', new Map());
  const fields = Object.entries(source.fields ?? {})
    .filter(([, key]) => answers[key] !== undefined)
    // The options of a custom field are the texts that people read, and not the keys of a form's options.
    .map(([name, key]) => [name, questions.get(key)!.type === 'choice' ? textOf(key) : answers[key]]);
  const day = textOf(source.dueOn);
  const content = {
    title: textOf(source.title),
    description: textOf(source.description),
    dueAt: day && endOf(day, ctx.timeZone),
    fields: fields.length > 0 ? Object.fromEntries(fields) : undefined,
  };
  return validate(Content, content, 'body') as z.output<typeof Content>;
}

const endOf = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '23:59' }).toInstant().toString();

/** The question whose answer a refusal of the task is about. */
function questionAt(source: TaskSource, { errors }: Refusal): string {
  const [, part = '', name = ''] = /^body\.(\w+)(?:\.(\w+))?/.exec(errors[0]?.path ?? '') ?? [];
  const questions = { description: source.description, dueAt: source.dueOn, fields: source.fields?.[name] };
  return questions[part as keyof typeof questions] ?? source.title;
}
