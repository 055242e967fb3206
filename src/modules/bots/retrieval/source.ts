import type { FoundPassage, StemmedWord } from './retrieval.sql.ts';

/** A place from which an answer may be taken, with how much of the question it covers, from 0 to 1. */
export interface Source {
  trainingId: string;
  kind: FoundPassage['kind'];
  title: string;
  content: string;
  score: number;
  fileId: string | null;
  url: string | null;
  /** The product that the live source describes. */
  resourceId: string | null;
}

export interface Question {
  text: string;
  contactId: string | null;
  /** Earlier messages of the conversation, oldest first, without those of the question. */
  history?: { role: 'user' | 'assistant'; text: string }[];
  /** The embedding of its text by the model of the bot. */
  vector?: Float32Array | null;
}

/** A word of a question with its weight. */
export type WeightedWord = StemmedWord & { weight: number };
