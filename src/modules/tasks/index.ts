/** The front door: the parts of tasks that other modules may use. */
export { requireRoleAt as requireBoardRoleAt } from './access.ts';
export { createTask, type GivenTask } from './board-task/create.ts';
export { requireTask } from './board-task/require.ts';
export { fillInSchedules, type ScheduledTime } from './hooks.ts';
export { notifyPeopleOf } from './notify.ts';
