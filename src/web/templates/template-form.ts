import type { saveTemplate } from '#contract/templates.ts'
import type { useContractForm } from '#web/lib/contract-form.ts'

/** The form of a template's fields. */
export type TemplateForm = ReturnType<typeof useContractForm<typeof saveTemplate>>
