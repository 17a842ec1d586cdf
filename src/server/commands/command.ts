import type { FileRow } from '#server/platform/files/stored-files.ts'

/** What `npm run NAME` does; all of them are in the table of `cli.ts`. */
export interface Command {
  /** Its valid command lines, one a line. */
  usage: string
  /** Returns the exit code. Throws a `UsageError` where the arguments are not valid. */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>
}

/** The command line is not valid; without a message the usage of the command is shown. */
export class UsageError extends Error {}

export const onlyArgument = (args: string[]): string => {
  if (args.length !== 1 || !args[0]) throw new UsageError()
  return args[0]
}

export const noArguments = (args: string[]): void => {
  if (args.length > 0) throw new UsageError()
}

export const formatNumber = (n: number) => n.toLocaleString('en')

/** What is wrong with a file, and whose it is. */
export const fileLine = (fault: string, { kind, orders, name }: FileRow): string =>
  `${fault}: ${kind.title} ${orders === null ? 'of no order' : `of order ${orders}`}, ${name}`
