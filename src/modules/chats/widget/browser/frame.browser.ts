import { Feed, Link, type Marks, type Message, Refused, type Renewed, type Session } from './link.browser.ts';
import { type Unsent, UnsentTexts } from './unsent.browser.ts';
import { type Shown, View } from './view.browser.ts';
import { words } from './words.ts';

/*
 * The widget inside its frame. It keeps the token of an anonymous visitor in the storage of the frame, which the site around it
 * cannot read. A browser that gives the frame none leaves only the site, which is one of the organization's own. The token of a person whom the site signed in is kept in memory only: the next person at this browser may be another.
 */

const FILE_BYTES_MAX = 10 * 1024 * 1024;
const TYPING_EVERY_MS = 3_000;
const TYPING_SHOWN_MS = 7_000;
const HIDDEN_MS_MAX = 60_000;
const INIT_WITHIN_MS = 1_500;

const { body } = document;
const { key = '', language = 'es', color = '', onColor = '', position = 'right' } = body.dataset;
const say = words[language as 'es' | 'en'];
const isFramed = window.parent !== window;
const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [log, form, text] = [find('log'), find<HTMLFormElement>('composer'), find<HTMLTextAreaElement>('text')];
const [file, earlier, note] = [find<HTMLInputElement>('file'), find<HTMLButtonElement>('earlier'), find('note')];
const [emailForm, email] = [find<HTMLFormElement>('email-form'), find<HTMLInputElement>('email')];
const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

class Storage {
  readonly #name = `colmado-visitor-${key}`;
  /** The token that the site stored, and its origin. */
  site: { token: string | null; origin: string } = { token: null, origin: '' };

  get(): string | null {
    try {
      return localStorage.getItem(this.#name);
    } catch {
      return this.site.token;
    }
  }

  set(token: string): void {
    try {
      localStorage.setItem(this.#name, token);
    } catch {
      if (this.site.origin) window.parent.postMessage({ colmado: true, type: 'keep', token }, this.site.origin);
    }
  }
}

class Chat {
  readonly #link = new Link(key);
  readonly storage = new Storage();
  readonly #view = new View(log, { say, language, choose: (chosen) => this.#send(chosen) });
  readonly #feed = new Feed(this.#link, {
    message: (message) => this.#receive(message),
    marks: (marks) => this.#mark(marks),
    connected: (isConnected) => {
      this.#say(isConnected ? '' : say.offline);
      if (isConnected) void this.#sendUnheard();
    },
    ended: () => void begin(this.#identity),
  });
  #identity: string | null = null;
  #messages: Shown[] = [];
  #marks: Marks = { isTyping: false, readSeq: '0', seenSeq: '0' };
  #isOpen = !isFramed;
  #isBegun = false;
  #isVerified = false;
  #hasEmail = false;
  #givenEmail = '';
  #typedAt = 0;
  #typingEnds = 0;
  #leaving = 0;
  /** Messages that did not reach the service. Each is stored once, however often it is sent. */
  readonly #unheard = new Set<Shown>();
  readonly #unsent = new UnsentTexts(key);

  /** `identity`: as the site signed it. */
  async begin(identity: string | null): Promise<void> {
    this.#feed.stop();
    // Another person must not see what this one was sending.
    if (identity !== this.#identity) {
      this.#messages = [];
      this.#unheard.clear();
    }
    this.#identity = identity;
    const unsent = this.#unsent.open(identity);
    const session = await this.#session();
    this.#isVerified = session.isVerified;
    this.#keep(session);
    // Unsent messages stay on the screen.
    this.#messages = [...session.data, ...this.#messages.filter(({ state }) => state)];
    this.#marks = session;
    this.#hasEmail = session.hasEmail;
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    earlier.hidden = !session.hasMore;
    this.#feed.after = session.data.at(-1)?.seq ?? '0';
    if (session.data.length > 0) this.#feed.start();
    this.#askForEmail();
    this.#draw();
    this.#view.toEnd();
    this.#countUnread();
    form.hidden = false;
    // It was opened before there was a field.
    if (isFirst && isFramed && this.#isOpen) this.#focus();
    if (isFirst) void this.#sendUnsent(unsent, session.data);
  }

  /** Sends the texts of before the page was loaded again. The service may have one already: then its answer was lost. */
  async #sendUnsent(unsent: Unsent[], stored: Message[]): Promise<void> {
    for (const { id, text: said } of unsent) {
      if (stored.some(({ clientId }) => clientId?.startsWith(id))) this.#unsent.remove(id);
      else await this.#post(this.#pending(said, [], id));
    }
  }

  /** An anonymous token ends where a person has signed in. */
  #keep({ visitorToken, continueUrl }: Renewed): void {
    this.#link.token = visitorToken;
    this.storage.set(this.#isVerified ? '' : visitorToken);
    const link = find<HTMLAnchorElement>('continue');
    if (link && continueUrl) link.href = continueUrl;
  }

  async #session(): Promise<Session> {
    const linked = /^#visitor=(.+)$/.exec(location.hash)?.[1];
    if (linked && !isFramed) history.replaceState(null, '', location.pathname + location.search);
    const visitorToken = (!isFramed && linked) || this.storage.get();
    const known = { ...(visitorToken && { visitorToken }), ...(this.#identity && { identity: this.#identity }) };
    return this.#link.begin(known).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401) return this.#link.begin({});
      throw error;
    });
  }

  show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) return;
    this.#view.toEnd();
    this.#countUnread();
    this.#focus();
  }

  #focus(): void {
    (body.classList.contains('needs-email') ? email : text).focus();
  }

  #draw(): void {
    const isTyping = this.#typingEnds > Date.now();
    this.#view.draw([...this.#greeting(), ...this.#messages], { readSeq: this.#marks.readSeq, isTyping });
  }

  #greeting(): Shown[] {
    const greeting = body.dataset.greeting;
    if (!greeting || !earlier.hidden) return [];
    const at = this.#messages[0]?.at ?? new Date().toISOString();
    const plain = {
      type: 'text',
      buttons: [],
      location: null,
      media: [],
      isDeleted: false,
      name: null,
      clientId: null,
    };
    return [{ ...plain, id: 'greeting', seq: '0', from: 'agent', text: greeting, at }];
  }

  #receive(message: Message): void {
    if (this.#messages.some(({ id }) => id === message.id)) return;
    const mine = this.#messages.findIndex(({ id, seq }) => seq === '' && message.clientId?.startsWith(id));
    if (mine >= 0) this.#messages.splice(mine, 1);
    this.#messages.push(message);
    // Messages that the stream has not brought back yet come last.
    this.#messages.sort((a, b) => Number(a.seq === '') - Number(b.seq === ''));
    if (message.from !== 'visitor') this.#typingEnds = 0;
    this.#draw();
    this.#countUnread();
  }

  #mark(marks: Marks): void {
    this.#marks = { ...marks, seenSeq: newest(marks.seenSeq, this.#marks.seenSeq) };
    if (marks.isTyping) {
      this.#typingEnds = Date.now() + TYPING_SHOWN_MS;
      setTimeout(() => this.#draw(), TYPING_SHOWN_MS + 50);
    } else this.#typingEnds = 0;
    this.#draw();
    this.#countUnread();
  }

  /** Answers that were not on the screen yet. Those that are now are reported as seen. */
  #countUnread(): void {
    const answers = this.#messages.filter(({ from }) => from !== 'visitor');
    const last = answers.at(-1)?.seq ?? '0';
    if (this.#isOpen && document.visibilityState === 'visible' && isAfter(last, this.#marks.seenSeq)) {
      this.#marks.seenSeq = last;
      void this.#link.note({ seenSeq: last }).catch(() => {});
    }
    const count = answers.filter(({ seq }) => isAfter(seq, this.#marks.seenSeq)).length;
    tell({ type: 'unread', count });
  }

  #send(given: string): void {
    const trimmed = given.trim();
    if (!trimmed || !this.#isBegun) return;
    const shown = this.#pending(trimmed, []);
    this.#unsent.add({ id: shown.id, text: trimmed });
    void this.#post(shown);
  }

  #post(shown: Shown): Promise<void> {
    const post = (identity: string | null) =>
      this.#link.send({
        id: shown.id,
        text: shown.text,
        language,
        ...(this.#givenEmail && { email: this.#givenEmail }),
        ...(identity && { identity }),
      });
    return this.#deliver(shown, () =>
      post(this.#identity)
        .catch((error: unknown) => {
          // The signed identity has expired; the token of the visit still holds.
          if (this.#identity && error instanceof Refused && error.status === 401) return post(null);
          throw error;
        })
        .then((renewed) => this.#keep(renewed)),
    );
  }

  #attach(chosen: File): void {
    this.#say(chosen.size > FILE_BYTES_MAX ? say.tooLarge : '');
    if (chosen.size > FILE_BYTES_MAX) return;
    const shown = this.#pending('', [{ name: chosen.name, contentType: chosen.type, url: null }]);
    void this.#deliver(shown, () => this.#link.upload(shown.id, chosen));
  }

  #pending(said: string, media: Message['media'], id = newClientId()): Shown {
    const plain = { type: 'text', buttons: [], location: null, isDeleted: false, name: null, seq: '', clientId: null };
    const shown: Shown = {
      ...plain,
      id,
      from: 'visitor',
      text: said,
      media,
      at: new Date().toISOString(),
      state: 'sending',
    };
    this.#messages.push(shown);
    return shown;
  }

  #deliver(shown: Shown, post: () => Promise<unknown>): Promise<void> {
    this.#unheard.delete(shown);
    shown.state = 'sending';
    shown.retry = () => this.#deliver(shown, post);
    this.#draw();
    this.#view.toEnd();
    return post().then(
      () => {
        this.#unsent.remove(shown.id);
        delete shown.state;
        this.#draw();
        // The stream brings it back with its place.
        this.#feed.start();
        this.#askForEmail();
      },
      (error: unknown) => {
        shown.state = 'failed';
        if (!(error instanceof Refused)) this.#unheard.add(shown);
        else if (isFinal(error)) this.#unsent.remove(shown.id);
        this.#draw();
        if (error instanceof Refused && error.status === 401) void begin(this.#identity);
      },
    );
  }

  /** In their order, once there is a connection again. */
  async #sendUnheard(): Promise<void> {
    for (const shown of [...this.#unheard]) if (this.#unheard.has(shown)) await shown.retry?.();
  }

  /** Before the first message where the organization asks for it, else once there is something to answer. */
  #askForEmail(): void {
    const isNeeded = body.dataset.asksForEmail !== undefined && !this.#hasEmail && this.#messages.length === 0;
    const isOffered = !this.#hasEmail && this.#messages.length > 0;
    body.classList.toggle('needs-email', isNeeded);
    emailForm.hidden = !(isNeeded || isOffered);
    find('email-why').textContent = isNeeded ? say.needEmail : say.askEmail;
    text.disabled = isNeeded;
    file.disabled = isNeeded;
  }

  async #saveEmail(): Promise<void> {
    this.#givenEmail = email.value.trim();
    this.#hasEmail = true;
    const isFirst = this.#messages.length === 0;
    this.#askForEmail();
    text.focus();
    if (isFirst) return;
    await this.#link.note({ email: this.#givenEmail });
    this.#say(say.saved);
  }

  #say(said: string): void {
    note.textContent = said;
    note.hidden = said === '';
  }

  #noteTyping(): void {
    if (this.#messages.length === 0 || Date.now() - this.#typedAt < TYPING_EVERY_MS) return;
    this.#typedAt = Date.now();
    void this.#link.note({ typing: true }).catch(() => {});
  }

  async #readEarlier(): Promise<void> {
    const first = this.#messages.find(({ seq }) => seq !== '');
    if (!first) return;
    const page = await this.#link.read({ before: first.seq });
    this.#messages = [...page.data, ...this.#messages];
    earlier.hidden = !page.hasMore;
    const below = log.scrollHeight - log.scrollTop;
    this.#draw();
    log.scrollTop = log.scrollHeight - below;
  }

  /** A hidden page lets go of its stream after a while, and catches up when it is shown again. */
  #watchVisibility(): void {
    clearTimeout(this.#leaving);
    if (document.visibilityState === 'hidden')
      this.#leaving = setTimeout(() => this.#feed.stop(), HIDDEN_MS_MAX) as unknown as number;
    else if (this.#messages.length > 0) this.#feed.start();
    this.#countUnread();
  }

  listen(): void {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send(text.value);
      text.value = '';
      this.#typedAt = 0;
      fit();
    });
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    text.addEventListener('input', () => {
      fit();
      this.#noteTyping();
    });
    file.addEventListener('change', () => {
      for (const chosen of file.files ?? []) this.#attach(chosen);
      file.value = '';
    });
    emailForm.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#saveEmail().catch(() => this.#say(say.failed));
    });
    earlier.addEventListener('click', () => void this.#readEarlier().catch(() => this.#say(say.offline)));
    document.addEventListener('visibilitychange', () => this.#watchVisibility());
    addEventListener('online', () => void this.#sendUnheard());
    find('close').addEventListener('click', () => tell({ type: 'close' }));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') tell({ type: 'close' });
    });
  }
}

/** Whether the service will refuse it again. */
const isFinal = ({ status }: Refused): boolean => status < 500 && ![401, 408, 429].includes(status);
const isAfter = (a: string, b: string): boolean => a !== '' && BigInt(a) > BigInt(b);
const newest = (a: string, b: string): string => (isAfter(a, b) ? a : b);

/** The site around is one of those that the organization allows, or the frame would not be shown. Send it no secret. */
const tell = (message: object): void => {
  if (isFramed) window.parent.postMessage({ colmado: true, ...message }, '*');
};

function fit(): void {
  text.style.height = 'auto';
  text.style.height = `${Math.min(text.scrollHeight, 120)}px`;
}

const chat = new Chat();
chat.listen();

async function begin(identity: string | null): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await chat.begin(identity);
    } catch {
      note.textContent = say.offline;
      note.hidden = false;
      await new Promise((done) => setTimeout(done, Math.min(2000 * 2 ** failures, 30_000)));
    }
  }
}

if (!isFramed) void begin(null).then(() => chat.show(true));
else {
  let isBegun = false;
  const beginOnce = (identity: string | null): void => {
    if (isBegun) return;
    isBegun = true;
    void begin(identity);
  };
  addEventListener('message', ({ source, origin, data }: MessageEvent) => {
    if (source !== window.parent || data?.colmado !== true) return;
    const { type, identity, token } = data as { type: string; identity: string | null; token: string | null };
    if (type === 'init') {
      chat.storage.site = { token, origin };
      beginOnce(identity);
    }
    if (type === 'identify') void begin(identity);
    else if (type === 'open' || type === 'close') chat.show(type === 'open');
  });
  tell({ type: 'ready', color, onColor, position, language, title: document.title });
  setTimeout(() => beginOnce(null), INIT_WITHIN_MS);
}
