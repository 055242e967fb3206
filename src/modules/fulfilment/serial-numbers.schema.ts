import { z } from 'zod';
import { uniqueList } from '#platform/unique-list.ts';

/** Units that are named, each once. */
export const SerialNumbers = uniqueList(z.string().trim().min(1).max(100), { max: 1000 });
