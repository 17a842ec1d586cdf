import type { CallError } from './call-error.ts'

/** Opens the confirmation; resolves to false if the member cancels. */
type AskMember = () => Promise<boolean>

let askMember: AskMember | undefined
let pending: Promise<boolean> | undefined

export function registerReauthentication(ask: AskMember): () => void {
  askMember = ask
  return () => {
    askMember = undefined
  }
}

/**
 * Resolves once the sign-in is fresh. Concurrent refusals share one confirmation.
 * @throws AbortError, which is not shown, if the member cancels
 */
export async function refreshSignIn(refused: CallError): Promise<void> {
  if (!askMember) throw refused
  pending ??= askMember().finally(() => {
    pending = undefined
  })
  if (!(await pending)) throw new DOMException('The member gave up.', 'AbortError')
}
