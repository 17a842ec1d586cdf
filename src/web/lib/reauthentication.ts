import type { CallError } from './call-error.ts'

/** Asks the member to confirm that it is they; false where they give up. */
type AskMember = () => Promise<boolean>

let askMember: AskMember | undefined
let pending: Promise<boolean> | undefined

/** Registers who asks; returns how to end that. */
export function registerReauthentication(ask: AskMember): () => void {
  askMember = ask
  return () => {
    askMember = undefined
  }
}

/**
 * Returns once the sign-in is fresh again; calls that are refused at the same time ask once.
 * @throws AbortError, which nobody shows, where the member gives up
 */
export async function refreshSignIn(refused: CallError): Promise<void> {
  if (!askMember) throw refused
  pending ??= askMember().finally(() => {
    pending = undefined
  })
  if (!(await pending)) throw new DOMException('The member gave up.', 'AbortError')
}
