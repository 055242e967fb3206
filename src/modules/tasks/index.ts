/** The public interface: the parts of tasks that other modules may use. */
export { requireRoleAt as requireBoardRoleAt } from './access.ts';
export { changeTask } from './board-task/change.ts';
export { columnOf, createTask } from './board-task/create.ts';
export { requireTask } from './board-task/lock.ts';
export { requireBoardMembers } from './board-task/relations.ts';
export { Priority, TaskChange } from './board-task/task.schema.ts';
export { fillInSchedules } from './hooks.ts';
export { isRule, type Occurrence, occurrencesFrom, wallTimeOf } from './recurrence/rule.ts';
