/** The types of document that are accepted, as a refusal names them (product §7). */
export const unacceptedMessage = 'The file must be a PDF, JPEG, PNG or WebP document.'

/** Why a file cannot be accepted, with the sentence that refuses it (product §7). */
export const documentFaults = {
  empty: 'The file is empty.',
  cutOff: 'The file is cut off: its end is missing. Fetch or save it again.',
  password: 'The file opens only with a password. Save it without one.',
  acrobatOnly: 'The file is a form that only Adobe Acrobat shows. Print it to a PDF.',
  heic: 'The file is a HEIC photograph, which many devices cannot open. Save it as JPEG.',
  damaged: 'The file is damaged and cannot be opened.',
  type: unacceptedMessage,
} as const

export type DocumentFault = keyof typeof documentFaults

/** Faults that only opening a file finds. */
export const openingFaults = [
  'cutOff',
  'password',
  'acrobatOnly',
  'damaged',
] as const satisfies DocumentFault[]
export type OpeningFault = (typeof openingFaults)[number]

/** Why the server did not see all of a document that it accepted, with the warning (product §7). */
export const uncheckedReasons = {
  'not drawn': 'The first page could not be drawn here. Open the file and look at it.',
  'not read': 'The file could not be read within the limits of this server. Open it and look at it.',
} as const

export type UncheckedReason = keyof typeof uncheckedReasons
