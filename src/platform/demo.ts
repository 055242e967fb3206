import type { ColmadoClient } from '#client';

/** Examples that a module adds to the demo, on a day before today. Chapters run in the order of their days. */
export interface DemoChapter {
  daysAgo: number;
  tell(story: DemoStory): Promise<void>;
}

/** The demo as the chapters see it: they write through the API, and find what earlier chapters wrote by its name. */
export interface DemoStory {
  api: ColmadoClient;
  /** The calendar day so many days before today. */
  day(daysAgo: number): string;
  /** Remembers the id of something by its kind and name, for later chapters. */
  keep(kind: string, name: string, id: string): void;
  idOf(kind: string, name: string): string;
}

/** A page of the demo that anyone can open. */
export interface DemoLink {
  what: string;
  url: string;
}

/** The part of a module in the demo. */
export interface Demo {
  chapters: DemoChapter[];
  /** Read again in every run, so that the links are printed each time. */
  links?(api: ColmadoClient): Promise<DemoLink[]>;
}
