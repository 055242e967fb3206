/** An e-mail to one person. Plain text always; HTML where it helps. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Where an answer goes: e-mails are sent in the name of an organization, from the service's own address. */
  replyTo?: string;
  /** With its angle brackets, for e-mails of a thread: its own id, and that of the e-mail that it answers. */
  messageId?: string;
  inReplyTo?: string;
  /** Written by a program as an answer: other programs must not answer it (RFC 3834). */
  isAutomatic?: boolean;
  attachments?: Attachment[];
}

export interface Attachment {
  fileName: string;
  contentType: string;
  base64: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}
