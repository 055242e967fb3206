import { mergeContacts } from '#modules/contacts/index.ts';
import { afterMemberLeft, afterMemberRemoved, detachLabel } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { boardKinds } from './access.ts';
import { boardRoutes } from './board/board.routes.ts';
import { sealedBoardShares } from './board/share.ts';
import { columnRoutes } from './board-column/column.routes.ts';
import { detachLabelFromTasks } from './board-task/detach-label.ts';
import { leaveBoards, reportTasksOf } from './board-task/members.ts';
import { taskRoutes } from './board-task/task.routes.ts';
import { moveLinksOfContacts } from './board-task/task.sql.ts';
import { taskCreated, taskUpdated } from './events.ts';
import { notifyPeople } from './notify.ts';
import { makeDueOccurrences } from './recurrence/make.ts';
import { recurrenceRoutes, taskRecurrenceRoutes } from './recurrence/recurrence.routes.ts';
import { dueOccurrences } from './recurrence/start.ts';
import { remindOfTasks, taskReminders } from './reminder/reminder.ts';

/** Boards with columns and tasks, in an order that the server keeps, and tasks that recur. */
export const tasks: Module = {
  name: 'tasks',
  uses: ['identity', 'collaboration', 'organization', 'files', 'contacts'],
  areas: ['tasks', 'boards'],
  hooks: [
    implement(detachLabel, detachLabelFromTasks),
    implement(mergeContacts, moveLinksOfContacts),
    implement(afterMemberLeft, reportTasksOf),
    implement(afterMemberRemoved, leaveBoards),
  ],
  groups: [
    {
      name: 'Boards',
      path: '/tasks/board',
      description:
        'Boards with their members, custom fields and labels, and their links for those who have no account.',
      routes: boardRoutes,
    },
    {
      name: 'Board columns',
      path: '/tasks/board-column',
      description: 'The columns of boards, in their order, with limits.',
      routes: columnRoutes,
    },
    {
      name: 'Board tasks',
      path: '/tasks/board-task',
      description: 'Tasks of boards: their content, their place, the people they concern, and when they recur.',
      routes: [...taskRoutes, ...taskRecurrenceRoutes],
    },
    {
      name: 'Recurrence',
      path: '/tasks/recurrence',
      description: 'Recurrence rules from sentences.',
      routes: recurrenceRoutes,
    },
  ],
  events: [taskCreated, taskUpdated],
  subscribers: [notifyPeople],
  sealed: [sealedBoardShares],
  entityKinds: boardKinds,
  demo: () => import('./demo.ts'),
  ticks: [
    { tick: dueOccurrences, run: makeDueOccurrences },
    { tick: taskReminders, run: remindOfTasks },
  ],
};
