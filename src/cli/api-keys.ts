import type { Command } from './command.ts';

export const apiKeyCommands: Command[] = [];
