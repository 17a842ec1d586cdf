import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyProof } from '#contract/factor-proof.ts'
import type { NewPasskey } from '#contract/second-factor.ts'
import { showToast } from '#web/ui/toast.tsx'

/**
 * Null if the member cancelled or has no matching passkey, which the browser has shown; other failures show a toast.
 */
async function orNull<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name !== 'NotAllowedError' && error.name !== 'AbortError')
      showToast({ tone: 'bad', title: 'The passkey could not be used.', text: error.message })
    return null
  }
}

export async function makePasskey(options: unknown): Promise<NewPasskey | null> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const made = await orNull(startRegistration({ optionsJSON }))
  return made && { ...made, clientExtensionResults: {} }
}

export async function provePasskey(options: unknown): Promise<PasskeyProof | null> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const proof = await orNull(startAuthentication({ optionsJSON }))
  return proof && { ...proof, clientExtensionResults: {} }
}
