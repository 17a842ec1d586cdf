import type { Control } from './find-controls.ts'

/** What `marks.css` draws at the control's side. */
const attribute = 'data-form-filler'

/** The part of the page that shows a control: choices and check boxes are shown by what is around them. */
const shownPart = ({ kind, element }: Control): Element =>
  kind === 'choices' ? (element.closest('[role=radiogroup], fieldset') ?? element) : element

export const markControl = (control: Control, mark: 'filled' | 'left'): void =>
  shownPart(control).setAttribute(attribute, mark)
