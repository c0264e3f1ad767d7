// Reasons why a link or a file gives no folder, or a folder no link.

export type ShareFault = 'broken' | 'large';

export class ShareError extends Error {
  readonly why: ShareFault;

  constructor(why: ShareFault) {
    super(why);
    this.why = why;
  }
}

/** Returns the reason in an error; anything unexpected counts as damage. */
export const faultIn = (error: unknown): ShareFault => (error instanceof ShareError ? error.why : 'broken');
