import { type Asked, askedFields, type LogicPage, plainNumber } from './logic.ts';

/*
 * Makes a form easier to fill in: questions appear and disappear by their conditions, pages come one at a time, files are
 * uploaded when they are chosen, signatures are drawn, and the proof of work is done. The form is then sent as without scripts.
 */

interface Settings {
  name: string;
  pages: LogicPage[];
  visitor: string;
  proofBits: number;
  uploadUrl: string;
  decimalSeparator: '.' | ',';
  filesMax: Record<string, number>;
  say: Record<string, string> & { errors: Record<string, string> };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

class FormFiller {
  readonly #root: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #settings: Settings;
  readonly #sections: HTMLElement[];
  readonly #submit: HTMLButtonElement;
  readonly #back: HTMLButtonElement;
  readonly #progress: HTMLElement;
  readonly #notice: HTMLElement;
  #asked = new Map<string, Asked>();
  #page = 0;
  #proof: Promise<string> | null = null;
  readonly #uploads = new Set<Promise<unknown>>();

  constructor(root: HTMLElement, form: HTMLFormElement) {
    this.#root = root;
    this.#form = form;
    this.#settings = JSON.parse(root.dataset.form!) as Settings;
    this.#sections = [...root.querySelectorAll<HTMLElement>('[data-page]')];
    this.#submit = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
    this.#submit.dataset.label = this.#submit.textContent ?? '';
    this.#back = button(this.#settings.say.back!, () =>
      this.#turnTo(
        this.#steps()
          .filter((step) => step < this.#page)
          .at(-1)!,
      ),
    );
    this.#submit.before(this.#back);
    this.#progress = document.createElement('p');
    this.#progress.className = 'progress quiet';
    this.#progress.setAttribute('role', 'status');
    root.before(this.#progress);
    form.noValidate = true;
    root.addEventListener('input', () => this.#change());
    root.addEventListener('change', () => this.#change());
    form.addEventListener('submit', (event) => void this.#send(event));
    this.#notice = document.createElement('p');
    this.#notice.className = 'alert';
    this.#notice.setAttribute('role', 'alert');
    this.#notice.hidden = true;
    this.#submit.parentElement!.before(this.#notice);
    // A page to which the visitor goes back has its answers again, and its button as it was left.
    addEventListener('pageshow', () => {
      this.#submit.disabled = false;
      this.#update();
      this.#show(this.#page);
    });
    this.#update();
    const wrong = root.querySelector<HTMLElement>('.error:not([hidden])')?.closest<HTMLElement>('[data-page]');
    this.#show(wrong ? Number(wrong.dataset.page) : (this.#steps()[0] ?? 0));
    document.querySelector<HTMLElement>('[role=alert]')?.focus();
  }

  #change(): void {
    this.#proof ??= this.#prove();
    this.#update();
    // An error that was shown goes away as soon as its answer is right.
    for (const error of this.#root.querySelectorAll<HTMLElement>('.error:not([hidden])'))
      this.#isRight(error.closest<HTMLElement>('[data-field]')!);
    this.#show(this.#page);
  }

  /** Shows exactly the questions that the service would accept. */
  #update(): void {
    this.#asked = askedFields(this.#settings.pages, ({ key }) => this.#valueOf(key));
    for (const field of this.#root.querySelectorAll<HTMLElement>('[data-field]')) {
      const asked = this.#asked.get(field.dataset.field!);
      field.hidden = asked === undefined;
      for (const control of controlsIn(field)) control.disabled = asked === undefined;
      const mark = field.querySelector<HTMLElement>('[data-mark]');
      if (mark) mark.hidden = asked?.required !== true;
    }
  }

  #valueOf(key: string): unknown {
    const name = `${this.#settings.name}.${key}`;
    const values = [...this.#form.querySelectorAll<Control>('[name]')]
      .filter((control) => control.name === name || control.name.startsWith(`${name}.`))
      .filter((control) => !isUnchecked(control) && control.value.trim() !== '')
      .map((control) => this.#plainValue(control));
    return values.length > 1 ? values : values[0];
  }

  /** The text of a control; a number as a plain decimal. */
  #plainValue({ value, dataset }: Control): string {
    const text = value.trim();
    return dataset.number === undefined
      ? text
      : plainNumber(text, this.#settings.decimalSeparator, Number(dataset.number));
  }

  /** The pages that ask something. */
  #steps(): number[] {
    return [...new Set([...this.#asked.values()].map(({ page }) => page))];
  }

  #show(page: number): void {
    const steps = this.#steps();
    this.#page = steps.includes(page) ? page : (steps.findLast((step) => step < page) ?? steps[0] ?? 0);
    const place = steps.indexOf(this.#page);
    for (const [index, section] of this.#sections.entries()) section.hidden = index !== this.#page;
    const { say } = this.#settings;
    const isLast = place === steps.length - 1;
    this.#back.hidden = place <= 0;
    this.#submit.textContent = isLast ? this.#submit.dataset.label! : say.next!;
    this.#progress.hidden = steps.length < 2;
    const text = say.step!.replace('{step}', String(place + 1)).replace('{steps}', String(steps.length));
    if (this.#progress.textContent !== text) this.#progress.textContent = text;
    this.#progress.style.setProperty('--done', `${((place + 1) / Math.max(steps.length, 1)) * 100}%`);
  }

  #turnTo(page: number): void {
    this.#show(page);
    this.#progress.scrollIntoView({ block: 'nearest' });
    controlsIn(this.#sections[this.#page]!)
      .find(({ disabled, type }) => !disabled && type !== 'hidden')
      ?.focus();
  }

  async #send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    await this.#uploaded();
    // The page of a booking asks who comes, too.
    const other = controlsIn(this.#form).find((control) => !this.#root.contains(control) && !control.validity.valid);
    if (other) return void other.reportValidity();
    if (!this.#isPageRight()) return;
    const next = this.#steps().find((step) => step > this.#page);
    if (next !== undefined) return this.#turnTo(next);
    // Leaving the page without a connection would show an error of the browser in its place.
    this.#notice.textContent = navigator.onLine ? '' : this.#settings.say.offline!;
    this.#notice.hidden = navigator.onLine;
    if (!navigator.onLine) return;
    this.#submit.disabled = true;
    this.#submit.textContent = this.#settings.say.sending!;
    const proof = await (this.#proof ?? this.#prove());
    if (proof && !this.#form.querySelector('[name=proof]')) this.#form.append(hiddenInput('proof', proof));
    // A page that sends it by itself shows a refusal in place.
    if (this.#form.dispatchEvent(new Event('filled', { cancelable: true }))) this.#form.submit();
  }

  /** Waits for files that are on their way: an answer without them would be wrong, or lose them. */
  async #uploaded(): Promise<void> {
    if (this.#uploads.size === 0) return;
    this.#submit.disabled = true;
    this.#submit.textContent = this.#settings.say.uploading!;
    while (this.#uploads.size > 0) await Promise.all(this.#uploads);
    this.#submit.disabled = false;
    this.#show(this.#page);
  }

  #isPageRight(): boolean {
    const fields = [...this.#sections[this.#page]!.querySelectorAll<HTMLElement>('[data-field]')];
    const wrong = fields.filter((field) => !field.hidden && !this.#isRight(field));
    const first =
      wrong[0] && controlsIn(wrong[0]).find((each) => each.type !== 'hidden' && each.ariaInvalid === 'true');
    first?.focus();
    return wrong.length === 0;
  }

  #isRight(field: HTMLElement): boolean {
    const parts = this.#missingParts(field, field.dataset.field!);
    const code = parts.length > 0 ? 'invalid_address' : this.#errorOf(field);
    const error = field.querySelector<HTMLElement>('.error');
    const errors = this.#settings.say.errors;
    if (error) {
      error.hidden = code === null;
      error.textContent = code === null ? '' : withLimits(errors[code] ?? errors.invalid!, code, error.dataset.limits);
    }
    for (const control of controlsIn(field)) {
      control.setAttribute('aria-invalid', String(parts.length > 0 ? parts.includes(control) : code !== null));
      if (code !== null && error) describeBy(control, error.id);
    }
    return code === null;
  }

  #errorOf(field: HTMLElement): string | null {
    const key = field.dataset.field!;
    if (this.#asked.get(key)?.required === true && this.#isUnanswered(field, key)) return 'required';
    const bad = controlsIn(field).find((control) => !isPlausible(control, this.#plainValue(control)));
    return bad ? codeOf(bad, this.#plainValue(bad)) : null;
  }

  /** The parts that an address lacks, once it is required or begun. */
  #missingParts(field: HTMLElement, key: string): Control[] {
    const isNeeded = this.#asked.get(key)?.required === true || this.#valueOf(key) !== undefined;
    return isNeeded
      ? controlsIn(field).filter(({ dataset, value }) => dataset.needed !== undefined && value.trim() === '')
      : [];
  }

  /** A fixed amount needs no answer, and every row of a matrix needs one. */
  #isUnanswered(field: HTMLElement, key: string): boolean {
    if (controlsIn(field).length === 0) return false;
    const rows = [...field.querySelectorAll<HTMLElement>('fieldset.row')];
    if (rows.length > 0) return rows.some((row) => !row.querySelector('input:checked'));
    return this.#valueOf(key) === undefined;
  }

  /** Spends a fraction of a second on a hash, so that sending in bulk is expensive. Empty where the browser cannot hash. */
  async #prove(): Promise<string> {
    const { visitor, proofBits } = this.#settings;
    const key = this.#form.querySelector<HTMLInputElement>('[name=submissionKey]')?.value;
    if (!globalThis.crypto?.subtle || key === undefined) return '';
    const encoder = new TextEncoder();
    for (let start = 0; ; start += 64) {
      const batch = Array.from({ length: 64 }, (_, place) => String(start + place));
      const hashes = await Promise.all(
        batch.map((proof) => crypto.subtle.digest('SHA-256', encoder.encode(`${visitor}:${key}:${proof}`))),
      );
      const found = hashes.findIndex((hash) => new DataView(hash).getUint32(0) >>> (32 - proofBits) === 0);
      if (found >= 0) return batch[found]!;
    }
  }

  /** Uploads files as they are chosen; the form then only names them. */
  addUploads(): void {
    for (const input of this.#root.querySelectorAll<HTMLInputElement>('[data-upload]')) {
      const field = input.closest<HTMLElement>('[data-field]')!;
      for (const item of field.querySelectorAll<HTMLElement>('[data-files] li')) this.#addRemoval(item);
      input.addEventListener('change', async () => {
        const chosen = [...(input.files ?? [])];
        input.value = '';
        await this.#track(this.#addFiles(field, chosen));
      });
    }
  }

  #track<T>(upload: Promise<T>): Promise<T> {
    this.#uploads.add(upload);
    return upload.finally(() => this.#uploads.delete(upload));
  }

  async #addFiles(field: HTMLElement, files: readonly File[]): Promise<void> {
    for (const refused of field.querySelectorAll('[data-files] .failed')) refused.remove();
    for (const file of files) await this.#addFile(field, file);
  }

  /** The only file of a question is replaced. Where it takes several, those beyond its limit are refused. */
  async #addFile(field: HTMLElement, file: File): Promise<void> {
    const key = field.dataset.field!;
    const list = field.querySelector<HTMLElement>('[data-files]')!;
    const { say, filesMax, name } = this.#settings;
    const most = filesMax[key] ?? 1;
    if (most === 1) list.replaceChildren();
    const item = document.createElement('li');
    list.append(item);
    if (list.querySelectorAll('li:not(.failed)').length > most) {
      item.classList.add('failed');
      item.textContent = `${file.name}: ${say.filesMax!.replace('{max}', String(most))}`;
      return this.#addRemoval(item);
    }
    item.textContent = `${file.name} · ${say.uploading}`;
    const uploaded = await this.#upload(key, file, file.name);
    item.textContent = uploaded.id ? file.name : `${file.name}: ${uploaded.problem ?? say.uploadFailed}`;
    if (!uploaded.id) item.classList.add('failed');
    else item.append(hiddenInput(`${name}.${key}`, uploaded.id));
    this.#addRemoval(item);
    this.#change();
  }

  #addRemoval(item: HTMLElement): void {
    const id = item.querySelector<HTMLInputElement>('input[type=hidden]')?.value;
    item.append(
      button(this.#settings.say.remove!, () => {
        item.remove();
        if (id) void this.#withdraw(id);
        this.#change();
      }),
    );
  }

  async #upload(field: string, file: Blob, name: string): Promise<{ id?: string; problem?: string | undefined }> {
    const { uploadUrl, visitor } = this.#settings;
    const body = new FormData();
    body.append('file', file, name);
    const query = new URLSearchParams({ visitor, field });
    try {
      const response = await fetch(`${uploadUrl}?${query}`, {
        method: 'POST',
        body,
        headers: { accept: 'application/json' },
      });
      const answer = (await response.json()) as { data: { id: string }[]; code?: string };
      if (!response.ok) return { problem: this.#settings.say.errors[answer.code ?? ''] };
      return { id: answer.data[0]!.id };
    } catch {
      return {};
    }
  }

  #withdraw(id: string): Promise<unknown> {
    const body = JSON.stringify({ id, visitor: this.#settings.visitor });
    const headers = { 'content-type': 'application/json' };
    return fetch(this.#settings.uploadUrl, { method: 'DELETE', body, headers }).catch(() => null);
  }

  /** Each stroke uploads the whole picture. Only the newest one counts: the others are withdrawn, whenever they arrive. */
  async #addSignature(input: HTMLInputElement, hint: HTMLElement, picture: Blob): Promise<void> {
    const turn = this.#forgetSignature(input);
    const { id, problem } = await this.#upload(
      input.closest<HTMLElement>('[data-field]')!.dataset.field!,
      picture,
      'firma.png',
    );
    if (input.dataset.turn !== turn) return void (id && this.#withdraw(id));
    input.value = id ?? '';
    const { signHere, uploadFailed } = this.#settings.say;
    hint.textContent = id ? signHere! : (problem ?? uploadFailed!);
  }

  #forgetSignature(input: HTMLInputElement): string {
    if (input.value) void this.#withdraw(input.value);
    input.value = '';
    input.dataset.turn = String(Number(input.dataset.turn ?? 0) + 1);
    return input.dataset.turn;
  }

  /** A surface to sign on. The typed name is enough for those who cannot draw. */
  addSignatures(): void {
    for (const place of this.#root.querySelectorAll<HTMLElement>('[data-signature]')) {
      const field = place.closest<HTMLElement>('[data-field]')!;
      const input = field.querySelector<HTMLInputElement>('[data-drawn]')!;
      const { say } = this.#settings;
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 600, height: 180, className: 'signature' });
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', say.signHere!);
      const hint = document.createElement('p');
      hint.className = 'help';
      hint.setAttribute('role', 'status');
      hint.textContent = say.signHere!;
      const clear = button(say.clear!, () => {
        canvas.getContext('2d')!.clearRect(0, 0, canvas.width, canvas.height);
        this.#forgetSignature(input);
        hint.textContent = say.signHere!;
      });
      place.append(hint, canvas, clear);
      drawOn(canvas, async (blob) => {
        await this.#track(this.#addSignature(input, hint, blob));
        this.#change();
      });
    }
  }
}

function drawOn(canvas: HTMLCanvasElement, whenDrawn: (picture: Blob) => void): void {
  const pen = canvas.getContext('2d')!;
  Object.assign(pen, { lineWidth: 3, lineCap: 'round', lineJoin: 'round', strokeStyle: '#111' });
  const at = (event: PointerEvent): [number, number] => [
    (event.offsetX * canvas.width) / canvas.clientWidth,
    (event.offsetY * canvas.height) / canvas.clientHeight,
  ];
  let isDrawing = false;
  canvas.addEventListener('pointerdown', (event) => {
    isDrawing = true;
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...at(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isDrawing) return;
    pen.lineTo(...at(event));
    pen.stroke();
  });
  const finish = () => {
    if (isDrawing) canvas.toBlob((blob) => blob && whenDrawn(blob), 'image/png');
    isDrawing = false;
  };
  canvas.addEventListener('pointerup', finish);
  canvas.addEventListener('pointercancel', finish);
}

const controlsIn = (part: HTMLElement): Control[] => [...part.querySelectorAll<Control>('input, select, textarea')];

const isUnchecked = (control: Control): boolean =>
  control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type) && !control.checked;

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

function isPlausible(control: Control, text: string): boolean {
  const { number, min, max } = control.dataset;
  if (number === undefined) return control.required ? !hasOtherFault(control) : control.validity.valid;
  if (text === '') return true;
  const value = Number(text);
  return isDecimal(text) && (min === undefined || value >= Number(min)) && (max === undefined || value <= Number(max));
}

/** Whether something is wrong with it other than that it is missing, which the conditions decide. */
const hasOtherFault = ({ validity }: Control): boolean => !validity.valid && !validity.valueMissing;

function codeOf(control: Control, text: string): string {
  const { typeMismatch, patternMismatch, rangeOverflow, rangeUnderflow, tooShort } = control.validity;
  if (typeMismatch && control.type === 'email') return 'invalid_email';
  if (typeMismatch && control.type === 'url') return 'invalid_url';
  if (tooShort) return 'too_short';
  // Only digits are checked by a pattern.
  if (patternMismatch) return 'invalid_digits';
  if (rangeOverflow || rangeUnderflow) return 'out_of_range';
  if (control.dataset.number === undefined) return 'invalid';
  return isDecimal(text) ? 'out_of_range' : 'invalid_number';
}

/** As the service writes it (`errorText`). */
const withLimits = (text: string, code: string, limits = ''): string =>
  limits && /^(too_short|too_many|out_of_range)$/.test(code) ? `${text.slice(0, -1)}: ${limits}` : text;

function describeBy(control: Control, id: string): void {
  const ids = new Set((control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  control.setAttribute('aria-describedby', [...ids.add(id)].join(' '));
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  Object.assign(made, { type: 'button', className: 'button second', textContent: text });
  made.addEventListener('click', act);
  return made;
}

function hiddenInput(name: string, value: string): HTMLInputElement {
  const input = document.createElement('input');
  Object.assign(input, { type: 'hidden', name, value });
  return input;
}

for (const root of document.querySelectorAll<HTMLElement>('[data-form]')) {
  const form = root.closest('form');
  if (!form) continue;
  const filler = new FormFiller(root, form);
  filler.addUploads();
  filler.addSignatures();
}
