import { expect, test } from 'vitest'
import { languageCodes } from '#contract/rules/languages.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const development = useTestApp(() => ({ sharedWith: app, env: { NODE_ENV: 'development' } }))

const fetchPreview = async (path: string, on = development) => {
  const response = await fetch(`${on.url}${path}`)
  return { response, html: await response.text() }
}
const cases = mailTemplates.flatMap(({ kind }) => languageCodes.map((language) => ({ kind, language })))

test.each(cases)('$kind in $language can be previewed', async (shown) => {
  const query = new URLSearchParams(shown).toString()
  const page = await fetchPreview(`/dev/mails?${query}`)
  expect(page.response.status).toBe(200)
  expect(page.html.match(/<iframe[^>]* sandbox=""/g)).toHaveLength(4)
  for (const part of ['width:375px', 'width:720px', 'scheme=light', 'scheme=dark', '<pre'])
    expect(page.html).toContain(part)
  const mail = await fetchPreview(`/dev/mails/html?${query}`)
  expect(mail.html).toMatch(/^<!doctype html><html/)
  expect(mail.html).toContain('@media not all {')
  expect((await fetchPreview(`/dev/mails/html?${query}&scheme=dark`)).html).toContain('@media all {')
  expect(mail.response.headers.get('content-security-policy')).not.toContain('script')
})

test('customer mails are previewed in the chosen language', async () => {
  const { html } = await fetchPreview('/dev/mails/html?kind=approved&language=ar')
  expect(html).toMatch(/<html[^>]* lang="ar"/)
  expect(html).toMatch(/dir="rtl"/)
})

test("the page of incoming mail shows an example's and a pasted mail's way through the rules", async () => {
  const example = await fetchPreview('/dev/incoming?example=0')
  expect(example.html).toContain('absence: Auto-Submitted: auto-replied')
  const source = `From: Siti <siti@traveller.example>\nTo: 2000001@mail.pabean.example\nX-Note: <b>\n\nThe number is C4881027.`
  const response = await fetch(`${development.url}/dev/incoming`, {
    method: 'POST',
    body: new URLSearchParams({ source }),
  })
  const rows = [...(await response.text()).matchAll(/<th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td>/gs)]
  expect(Object.fromEntries(rows.map(([, name, value]) => [name, value]))).toMatchObject({
    Marks: 'none',
    'May it move the order?': 'yes',
    'Must a person read it?': 'yes: in Replies',
    Orders: '2000001',
    Text: 'The number is C4881027.',
  })
})

test('the previews answer 404 outside development', async () => {
  for (const path of ['/dev/mails', '/dev/mails/html', '/dev/incoming'])
    expect((await fetchPreview(path, app)).response.status).toBe(404)
})
