import { baseUrl, eventually } from '#test/harness.ts';

export interface StreamEvent {
  id: string | null;
  event: string;
  data: Record<string, unknown>;
}

/** A reader of a live stream, which keeps everything that came. */
export class EventReader {
  readonly #gone = new AbortController();
  readonly events: StreamEvent[] = [];
  /** The status of the answer, once there is one. */
  status = 0;
  isLive = false;
  hasEnded = false;

  private constructor() {}

  /** Opens a stream and waits until it is live, or refused. */
  static async open(path: string, headers: Record<string, string>): Promise<EventReader> {
    const reader = new EventReader();
    void reader.#read(path, headers).catch(() => {});
    await eventually(async () => reader.isLive || reader.hasEnded);
    return reader;
  }

  /** The first event of this kind that fits. */
  next(event: string, fits: (data: Record<string, unknown>) => boolean = () => true): Promise<StreamEvent> {
    return eventually(async () => this.events.find((each) => each.event === event && fits(each.data)));
  }

  leave(): void {
    this.#gone.abort();
  }

  async #read(path: string, headers: Record<string, string>): Promise<void> {
    try {
      const answer = await fetch(baseUrl + path, {
        headers: { accept: 'text/event-stream', ...headers },
        signal: this.#gone.signal,
      });
      this.status = answer.status;
      let text = '';
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const parts = text.split('\n\n');
        text = parts.pop()!;
        for (const part of parts) this.#take(part);
      }
    } finally {
      this.hasEnded = true;
    }
  }

  #take(part: string): void {
    if (part.startsWith(': ')) this.isLive = true;
    const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? null;
    const data = field('data');
    if (data) this.events.push({ id: field('id'), event: field('event') ?? '', data: JSON.parse(data) });
  }
}
