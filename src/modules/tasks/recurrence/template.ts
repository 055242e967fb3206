import type { Checklist, FieldValues } from '../board-task/task.schema.ts';

/** The content of the tasks that a series makes. */
export interface SeriesTemplate {
  title: string;
  description: string;
  priority: 'none' | 'low' | 'medium' | 'high' | 'urgent';
  /** Templates of earlier versions have none: the usual one. */
  reminderMinutes?: number | null;
  estimateMinutes: number | null;
  labels: string[];
  checklists: Checklist[];
  fields: FieldValues;
  private: boolean;
  assigneeIds: string[];
  watcherIds: string[];
  /** How long before it is due a task starts. */
  startMinutesBefore: number | null;
}
