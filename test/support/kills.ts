/**
 * Whether a trial runs these files (`kills`, `bulk`, `move-documents`): the tests that kill processes, or let files use up
 * their time, are registered there alone.
 */
export const isKillTrial = process.env['KILLS'] === '1'
