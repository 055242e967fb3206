/** The connection of the frame to the service: calls, and the live stream with its fallback. */

export interface Message {
  id: string;
  seq: string;
  clientId: string | null;
  from: 'visitor' | 'agent' | 'bot' | 'system';
  name: string | null;
  type: string;
  text: string;
  buttons: string[];
  location: { latitude: number; longitude: number; name: string } | null;
  media: { name: string; contentType: string; url: string | null }[];
  at: string;
  isDeleted: boolean;
}

export interface Marks {
  isTyping: boolean;
  readSeq: string;
  seenSeq: string;
}

export interface Session extends Marks {
  visitorToken: string;
  continueUrl: string | null;
  isVerified: boolean;
  hasEmail: boolean;
  data: Message[];
  hasMore: boolean;
  unread: number;
}

/** The answer to a message, with the renewed token of the visitor. */
export interface Renewed {
  visitorToken: string;
  continueUrl?: string | null;
}

export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

/** A proxy that holds back the stream lets nothing through at all. */
const FIRST_BYTE_MS = 8_000;
/** The service sends a sign of life every fifteen seconds. */
const SILENCE_MS = 40_000;
const POLL_MS = 4_000;
const WAIT_MS_MAX = 30_000;

export class Link {
  readonly #base: string;
  readonly #key: string;
  token = '';

  constructor(key: string) {
    this.#key = key;
    this.#base = `/v1/channel/${encodeURIComponent(key)}/widget`;
  }

  begin(given: { visitorToken?: string; identity?: string }): Promise<Session> {
    return this.#post(`${this.#base}/session`, given);
  }

  send(message: { id: string; text: string; language: string; email?: string; identity?: string }): Promise<Renewed> {
    const { identity, ...rest } = message;
    return this.#post(`/v1/chat/webhook?key=${encodeURIComponent(this.#key)}`, {
      ...rest,
      ...(identity && { identity }),
      visitorToken: this.token,
    });
  }

  note(activity: { typing?: boolean; seenSeq?: string; email?: string }): Promise<unknown> {
    return this.#post(`${this.#base}/activity`, { visitorToken: this.token, ...activity });
  }

  read(query: { after?: string; before?: string }): Promise<{ data: Message[]; hasMore: boolean } & Marks> {
    return this.#answer(fetch(`${this.#base}/feed?${new URLSearchParams(query)}`, { headers: this.#headers() }));
  }

  async upload(id: string, file: File): Promise<Message> {
    const form = new FormData();
    form.append('id', id);
    form.append('file', file);
    const { data } = await this.#answer<{ data: Message[] }>(
      fetch(`${this.#base}/upload`, { method: 'POST', body: form, headers: this.#headers() }),
    );
    return data[0]!;
  }

  /** Opens the stream after a place and calls back until it ends. Answers false where streams do not get through. */
  async stream(after: string, signal: AbortSignal, on: StreamListener): Promise<boolean> {
    const answer = await fetch(`${this.#base}/feed`, {
      headers: { ...this.#headers(), accept: 'text/event-stream', 'last-event-id': after },
      signal,
    });
    if (!answer.ok) throw new Refused(answer.status);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let isFirst = true; ; isFirst = false) {
      const read = await within(reader.read(), isFirst ? FIRST_BYTE_MS : SILENCE_MS);
      if (!read) {
        void reader.cancel().catch(() => {});
        return !isFirst;
      }
      if (isFirst) on.live();
      if (read.done) return true;
      text += read.value;
      const parts = text.split('\n\n');
      text = parts.pop()!;
      for (const part of parts) announce(part, on);
    }
  }

  #headers(): Record<string, string> {
    return { 'x-visitor-token': this.token };
  }

  #post<T>(path: string, body: object): Promise<T> {
    return this.#answer(
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    );
  }

  async #answer<T>(asked: Promise<Response>): Promise<T> {
    const answer = await asked;
    if (!answer.ok) throw new Refused(answer.status);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer = 0;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms) as unknown as number;
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

interface Listener {
  message(message: Message): void;
  marks(marks: Marks): void;
  connected(isConnected: boolean): void;
  /** The token has expired or was revoked. */
  ended(): void;
}

interface StreamListener extends Pick<Listener, 'message' | 'marks'> {
  /** The stream has begun. */
  live(): void;
}

/** Keeps the messages coming: by the stream, by asking where streams do not get through, and again after every failure. */
export class Feed {
  readonly #link: Link;
  readonly #on: Listener;
  #gone: AbortController | null = null;
  #canStream = true;
  after = '0';

  constructor(link: Link, on: Listener) {
    this.#link = link;
    this.#on = on;
  }

  start(): void {
    if (this.#gone) return;
    this.#gone = new AbortController();
    void this.#run(this.#gone.signal);
  }

  stop(): void {
    this.#gone?.abort();
    this.#gone = null;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    const on: StreamListener = {
      message: (message) => {
        this.after = message.seq;
        this.#on.message(message);
      },
      marks: (marks) => this.#on.marks(marks),
      live: () => {
        failures = 0;
        this.#on.connected(true);
      },
    };
    while (!signal.aborted) {
      try {
        if (this.#canStream) this.#canStream = await this.#link.stream(this.after, signal, on);
        else await this.#poll(signal, on);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status === 401) {
          this.stop();
          this.#on.ended();
          return;
        }
        failures += 1;
        // Too many streams: ask now and then instead.
        if (error instanceof Refused && error.status === 429) this.#canStream = false;
        else this.#on.connected(false);
      }
      await pause(Math.min(1000 * 2 ** failures * (0.5 + Math.random() / 2), WAIT_MS_MAX), signal);
    }
  }

  async #poll(signal: AbortSignal, on: StreamListener): Promise<void> {
    const page = await this.#link.read({ after: this.after });
    for (const message of page.data) on.message(message);
    on.marks(page);
    on.live();
    await pause(POLL_MS, signal);
  }
}

/** Calls back with one event of the stream. */
function announce(part: string, on: Pick<Listener, 'message' | 'marks'>): void {
  const event = /^event: (.*)$/m.exec(part)?.[1];
  const data = /^data: (.*)$/m.exec(part)?.[1];
  if (event === 'message') on.message(JSON.parse(data!) as Message);
  else if (event === 'marks') on.marks(JSON.parse(data!) as Marks);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(settle, ms);
    signal.addEventListener('abort', settle);
  });
