import { describe, expect, test } from 'vitest'
import { parseMail } from '#server/platform/mail/untrusted/read-mail.ts'
import { dkimVerdicts } from '../receive-ses.ts'
import { dkimResults } from '../receive-form.ts'
import { authenticity } from './receive-mail.ts'
import type { Verdict } from './inbound-mail.ts'

const from = 'From: Customs <ecd@office.example>'
/** Examples in the formats of OpenDKIM, Gmail, Outlook, Yahoo and rspamd. */
const signatures = {
  openDkim: `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=office.example;\r\n\ts=mail; t=1795000000; bh=aGVsbG8=;\r\n\th=From:To:Subject:Date; b=c2lnbmVk\r\n\t c2lnbmVk`,
  gmail: `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n        d=office.example; s=20230601; t=1795000000; x=1795600000; dara=google.com;\r\n        h=to:subject:message-id:date:from:mime-version:from:to:cc:subject\r\n         :date:message-id:reply-to; bh=aGVsbG8=;\r\n        b=c2lnbmVk==`,
  outlook: `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=office.example;\r\n s=selector1; h=From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck;\r\n bh=aGVsbG8=;\r\n b=c2lnbmVk`,
  yahoo: `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=office.example; s=s2048; t=1795000000; bh=aGVsbG8=; h=Date:From:To:Subject:References:From:Subject:Reply-To; b=c2lnbmVk`,
  rspamd: `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=office.example; i=ecd@office.example;\r\n\ts=dkim; t=1795000000; h=from:from:reply-to:subject; bh=aGVsbG8=; b=c2lnbmVk;`,
} as const
const signedBy = (domain: string, more = '') =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=s1;${more} h=from:to; bh=aGVsbG8=; b=c2lnbmVk`
const evil = signedBy('evil.example')

const parse = (headers: readonly string[]) =>
  parseMail(
    Buffer.from(`${[...headers, 'To: 2000001@mail.pabean.example'].join('\r\n')}\r\n\r\nHello.\r\n`),
    true,
  )

const atEvil = { from: 'bounce@evil.example', to: ['2000001@mail.pabean.example'] }

async function judgeSendGrid(headers: readonly string[], dkim: string, spf: Verdict = 'unknown') {
  const mail = await parse(headers)
  const verdicts = { spf, dmarc: 'unknown' as const, dkim: dkimResults(dkim, mail.signedBy) }
  return authenticity({ ...mail, envelope: atEvil, verdicts })
}

async function judgeSes(headers: readonly string[], dkim: string, dmarc: Verdict = 'unknown') {
  const mail = await parse(headers)
  const found = dkimVerdicts({ dkimVerdict: { status: dkim } }, mail)
  return authenticity({ ...mail, envelope: atEvil, verdicts: { spf: 'pass', dmarc, dkim: found } })
}

describe('SendGrid names signatures by domains that the sender wrote (product §12)', () => {
  test.each(Object.entries(signatures))('a mail signed by %s is authentic', async (_, signature) => {
    expect(await judgeSendGrid([signature, from], '{@office.example : pass}')).toBe('pass')
    expect(await judgeSendGrid([signature, from], '{@office.example : fail}')).toBe('fail')
  })

  test.each<[string, string[], string, string]>([
    [
      'two signatures',
      [signatures.gmail, evil, from],
      '{@evil.example : pass, @office.example : pass}',
      'pass',
    ],
    ['the whole identity', [signatures.rspamd, from], '{ecd@office.example : pass}', 'pass'],
    ['a domain below', [signedBy('mail.office.example'), from], '{@mail.office.example : pass}', 'pass'],
    ['another domain', [evil, from], '{@evil.example : pass}', 'unknown'],
    ['one that is not in the mail', [evil, from], '{@office.example : pass}', 'unknown'],
    ['no signature', [from], '{@office.example : pass}', 'unknown'],
    [
      'a local part that looks like an entry',
      [signedBy('evil.example', ' i=office.example:pass@evil.example;'), from],
      '{office.example:pass@evil.example : pass}',
      'unknown',
    ],
    [
      'a local part of several entries',
      [
        signedBy('evil.example', ' i=@a.example : pass, @office.example : pass, @evil.example;'),
        signedBy('office.example'),
        from,
      ],
      '{@a.example : pass, @office.example : pass, @evil.example : pass}',
      'unknown',
    ],
    [
      'a quoted local part',
      [signedBy('evil.example', ' i="@office.example : pass, "@evil.example;'), signatures.gmail, from],
      '{"@office.example : pass, "@evil.example : pass, @office.example : fail}',
      'unknown',
    ],
    [
      'an encoded local part',
      [signedBy('evil.example', ' i=office.example=3Apass@evil.example;'), from],
      '{office.example:pass@evil.example : pass}',
      'unknown',
    ],
    [
      'two results for a domain',
      [signatures.gmail, evil, from],
      '{@office.example : pass, @evil.example : pass, @office.example : fail}',
      'unknown',
    ],
    ['a comment', [signatures.gmail, from], '{@office.example (:pass) : fail}', 'unknown'],
    [
      'text around it',
      [signatures.gmail, from],
      '{@office.example : pass} {@evil.example : pass}',
      'unknown',
    ],
    ['an unknown word', [signatures.gmail, from], '{@office.example : neutral}', 'unknown'],
    [
      'a domain that is named twice',
      ['DKIM-Signature: v=1; d=office.example; d=evil.example; b=x', from],
      '{@office.example : pass}',
      'unknown',
    ],
    [
      'a domain within another tag',
      ['DKIM-Signature: v=1; z=a d=office.example; d=evil.example; b=x', from],
      '{@office.example : pass}',
      'unknown',
    ],
    [
      'an identity of another domain',
      [signedBy('evil.example', ' i=@office.example;'), from],
      '{@office.example : pass}',
      'unknown',
    ],
    [
      'a thousand headers before it',
      [...Array.from({ length: 1001 }, () => 'X-Fill: x'), signatures.gmail, from],
      '{@office.example : pass}',
      'unknown',
    ],
  ])('%s', async (_, headers, dkim, expected) => {
    expect(await judgeSendGrid(headers, dkim)).toBe(expected)
  })
})

describe('SES has one verdict for all signatures', () => {
  test.each<[string, string[], string, Verdict, string]>([
    ['one of the office', [signatures.openDkim, from], 'PASS', 'unknown', 'pass'],
    ['one of another domain', [evil, from], 'PASS', 'unknown', 'unknown'],
    ['one of each', [signatures.openDkim, evil, from], 'PASS', 'unknown', 'unknown'],
    [
      'a tag before the domain',
      ['DKIM-Signature: v=1; z=x d=office.example; d=evil.example; b=x', from],
      'PASS',
      'unknown',
      'unknown',
    ],
    [
      'none that is clear',
      [signedBy('evil.example', ' i=office.example:pass@evil.example;'), from],
      'PASS',
      'unknown',
      'unknown',
    ],
    ['DMARC of the sender', [evil, from], 'FAIL', 'pass', 'pass'],
    ['DMARC, two senders', [evil, 'From: ecd@office.example, x@evil.example'], 'FAIL', 'pass', 'unknown'],
    ['DMARC, two headers', [evil, from, 'From: x@evil.example'], 'FAIL', 'pass', 'unknown'],
    [
      'DMARC, an address in the name',
      [evil, 'From: "ecd@office.example" <x@evil.example>'],
      'FAIL',
      'fail',
      'fail',
    ],
    [
      'DMARC, a quoted local part',
      [evil, 'From: "x@office.example"@evil.example'],
      'FAIL',
      'pass',
      'unknown',
    ],
  ])('%s', async (_, headers, dkim, dmarc, expected) => {
    expect(await judgeSes(headers, dkim, dmarc)).toBe(expected)
  })
})

test.each([
  'mx.google.com; dkim=pass header.i=@office.example header.s=20230601 header.b=x; spf=pass smtp.mailfrom=ecd@office.example; dmarc=pass (p=REJECT) header.from=office.example',
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=office.example; dkim=pass (signature was verified) header.d=office.example; dmarc=pass action=none header.from=office.example; compauth=pass reason=100',
  'atlas.mail.yahoo.com; dkim=pass header.i=@office.example header.s=s2048; spf=pass smtp.mailfrom=office.example; dmarc=pass(p=REJECT) header.from=office.example',
  'mail.pabean.example; dkim=pass (2048-bit key) header.d=office.example header.i=@office.example (comment: "; dmarc=pass")',
  'rspamd.example; dkim=pass header.d=office.example header.s=dkim; dmarc=pass (policy=quarantine) header.from=office.example',
])('authentication headers in a mail are ignored: %s', async (results) => {
  expect(
    await judgeSendGrid([`Authentication-Results: ${results}`, evil, from], '{@evil.example : pass}'),
  ).toBe('unknown')
})
