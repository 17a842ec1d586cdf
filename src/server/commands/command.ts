import type { FileRow } from '#server/platform/files/stored-files.ts'

export interface Command {
  /** The valid command lines, one a line. */
  usage: string
  /** Returns the exit code. Throws a `UsageError` if the arguments are invalid. */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>
}

/** Invalid arguments; without a message the command's usage is shown. */
export class UsageError extends Error {}

export const onlyArgument = (args: string[]): string => {
  if (args.length !== 1 || !args[0]) throw new UsageError()
  return args[0]
}

export const noArguments = (args: string[]): void => {
  if (args.length > 0) throw new UsageError()
}

export const formatNumber = (n: number) => n.toLocaleString('en')

export const fileLine = (fault: string, { kind, orders, name }: FileRow): string =>
  `${fault}: ${kind.title} ${orders === null ? 'of no order' : `of order ${orders}`}, ${name}`
