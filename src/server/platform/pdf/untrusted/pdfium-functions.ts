import type { PDFiumDocument } from '@hyzyla/pdfium'
import * as z from 'zod/mini'

const call = z.custom<(...args: number[]) => number>((value) => typeof value === 'function')

/** The functions of PDFium that the package has but does not offer. */
const functions = z.object({
  _FPDF_GetFormType: call,
  _FPDF_DocumentHasValidCrossReferenceTable: call,
  _FPDF_LoadPage: call,
  _FPDF_ClosePage: call,
  _FORM_OnAfterLoadPage: call,
  _FPDFPage_Flatten: call,
})

/** Of PDFium: a form of which only the whole XFA has the fields is dynamic. */
const formTypes = ['none', 'AcroForm', 'dynamic XFA', 'static XFA'] as const

/** What PDFium tells of a document beside what its package offers. */
export function pdfium(document: PDFiumDocument) {
  const module = functions.parse(Reflect.get(document, 'module'))
  const handle = z.number().parse(Reflect.get(document, 'documentIdx'))
  const withPage = <T>(index: number, use: (page: number) => T, missing: T): T => {
    const page = module._FPDF_LoadPage(handle, index)
    if (page === 0) return missing
    try {
      return use(page)
    } finally {
      module._FPDF_ClosePage(page)
    }
  }
  const formType = () => formTypes[module._FPDF_GetFormType(handle)] ?? 'none'
  return {
    formType,
    /** False where PDFium had to search the objects, because the table that locates them is broken or missing. */
    hasOwnTable: () => module._FPDF_DocumentHasValidCrossReferenceTable(handle) !== 0,
    opensPage: (index: number) => withPage(index, () => true, false),
    /** Fields become text of the page, which is changed by it. */
    textOfPage(index: number): string {
      if (formType() !== 'none') {
        const form = document.initializeFormFields()
        withPage(
          index,
          (page) => {
            module._FORM_OnAfterLoadPage(page, form)
            module._FPDFPage_Flatten(page, 0)
          },
          undefined,
        )
      }
      return document.getPage(index).getText()
    },
  }
}
