import { expect, test } from 'vitest'
import { html, mail, multipart, picture, png, text } from '../../../../../test/support/mail/mime-parts.ts'
import { safeHtml } from './safe-html.ts'

test.each([
  ['<p onclick="x()" style="color:red">a<script>b()</script></p>', '<p style="color:red">a</p>'],
  [
    '<meta http-equiv="refresh" content="0;url=//x"><link rel="preconnect" href="//x"><base href="//x">a',
    'a',
  ],
  ['<a href="https://x.example">a</a><form action="//x"><input name="b">c</form>', '<a>a</a>c'],
  ['<img src="https://x.example/t.gif"><img src="cid:qr"><img src="data:text/html,x">', '<img><img><img>'],
  ['<iframe src="//x">a</iframe><svg><script>x</script></svg><object data="//x">b</object>c', 'c'],
  [
    '<style>@import "//x"</style><td background="//x" bgcolor="#fff">&lt;b&gt;',
    '<td bgcolor="#fff">&#60;b&#62;</td>',
  ],
])('%j is shown as %j', async (rich, expected) => {
  expect(await safeHtml(mail(html(rich)))).toBe(
    `<!doctype html><meta charset="utf-8"><title>Mail</title>${expected}`,
  )
})

test('a page shows the pictures that came with the mail, and a text as it is', async () => {
  const page = await safeHtml(mail(multipart('related', html('<img src="cid:qr">'), png('Content-ID: <qr>'))))
  expect(page).toContain(`<img src="data:image/png;base64,${picture.toString('base64')}">`)
  expect(await safeHtml(mail(text('a < b')))).toContain('<pre>a &#60; b</pre>')
})
