import type { DescriptionItem } from '#web/ui/DescriptionList.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'

/** A description item whose text keeps its own direction; DescriptionList hides it without text. */
export const textItem = (label: string, text: string | null | undefined, wide = false): DescriptionItem => ({
  label,
  value: text?.trim() && text !== '-' ? <ExternalText>{text}</ExternalText> : '',
  wide,
})
