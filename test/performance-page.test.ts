import { expect, test } from 'vitest'
import { replaceSection } from './bench/performance-page.ts'

const page = '# Performance\n\n## Figures\n\nold\n\n## What is open\n\n- this\n'

test('a section of the page is replaced, and a new one comes before the last', () => {
  const replaced = replaceSection(page, 'Figures', 'new\n')
  expect(replaced).toBe('# Performance\n\n## Figures\n\nnew\n\n## What is open\n\n- this\n')
  const added = '# Performance\n\n## Figures\n\nold\n\n## Soak\n\nlevel\n\n## What is open\n\n- this\n'
  expect(replaceSection(page, 'Soak', 'level')).toBe(added)
  expect(replaceSection(added, 'Soak', 'level')).toBe(added)
  expect(replaceSection(page, 'What is open', '- that')).toBe(page.replace('this', 'that'))
})
