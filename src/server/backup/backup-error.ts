/** A reason that the operator can act on, in one line. */
export class BackupError extends Error {}
