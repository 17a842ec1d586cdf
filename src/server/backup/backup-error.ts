/** A backup cannot be made or restored, for a reason that whoever asked for it can do something about: one line. */
export class BackupError extends Error {}
