import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchLanguage, type LanguageCode } from '#contract/rules/languages.ts'
import { passportPage, askedKind } from '#contract/rules/question-fields.ts'
import { answerPagePattern, answerPattern } from '#contract/rules/visitor-addresses.ts'
import { visitorMessages, type VisitorMessages } from '#texts/visitor-messages.ts'
import type {
  QuestionPage,
  AnswerFault,
  AnswerTexts,
  DueTexts,
  OpenedQuestion,
} from '#contract/visitor-page-data.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { requestCall } from '#server/platform/http/call.ts'
import { hostCookieName } from '#server/platform/http/cookies.ts'
import { maxFormBytes, readForm } from '#server/platform/http/multipart.ts'
import { recordRefusalEvent, recordSecurityEvent } from '#server/platform/http/security-log.ts'
import { RefusalError, refusalHttpStatus } from '#server/platform/refusal.ts'
import type { AnyoneActor, Platform, Call } from '#server/platform/work.ts'
import { languageOfRequest } from '#server/visitor/language.ts'
import { isCrossSite } from '#server/visitor/page-paths.ts'
import { cookieOptions, searchOf, type ShowPage } from '#server/visitor/show-page.ts'
import { answerDueAt } from '#contract/rules/answer-due.ts'
import { estDate, jakartaToday, wireInstant } from '#contract/rules/dates.ts'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { dateThatMayBeMeant } from '#contract/rules/travel-dates.ts'
import { applicationEmail } from '#contract/rules/order-id.ts'
import { questionTexts } from '#texts/questions.ts'
import {
  admissionSeconds,
  admitCustomer,
  admittedBy,
  claimAnswer,
  type EmailOwner,
} from './admit-customer.ts'
import { answerQuestion, postedFields } from './answer-question.ts'
import { findQuestion, type FoundQuestion, type QuestionRow } from './find-question.ts'
import { zoneOfCountry } from './customer-zone.ts'
import { deviceDueText, dueText } from './due-text.ts'
import { hintOfField, labelOfField } from './label-of-field.ts'
import { givenText, questionContent } from './question-content.ts'

const anyone: AnyoneActor = { kind: 'anyone' }

const secretOf = ({ url }: FastifyRequest) => answerPattern.exec(url.replace(/\?.*/, ''))?.[1]

interface Said {
  http?: number
  email?: string
  error?: 'emailMissing' | 'otherEmail'
  notice?: (messages: VisitorMessages) => string
  posted?: PostedAnswer
}

const tooMany = (wait: number): Said => ({
  http: 429,
  notice: (messages) => messages.tooManyAttempts(Math.ceil(wait / 60)),
})

const refused = (error: RefusalError): Said => ({
  http: refusalHttpStatus[error.kind],
  ...(error.kind === 'tooLarge'
    ? { posted: { values: {}, faults: { [passportPage]: 'fileTooLarge' } } }
    : { notice: (messages) => messages.notTaken }),
})

/** The page on which a customer answers a question, and its two forms: the e-mail, then the answer. */
export function serveAnswerLink(app: FastifyInstance, platform: Platform, show: ShowPage) {
  const { config } = platform
  const cookieName = hostCookieName(config, 'pabean_answer')
  const callOf = (request: FastifyRequest) => requestCall(platform, request, anyone)
  const find = (secret: string) =>
    inTransaction(platform.db, (tx) => findQuestion(tx, secret, platform.clock()))
  const admissionOf = (request: FastifyRequest, secret: string) =>
    admittedBy(callOf(request), secret, request.cookies[cookieName])

  const pageOf = (
    request: FastifyRequest,
    found: FoundQuestion | null,
    admitted: boolean,
    view: { language: LanguageCode; posted: PostedAnswer | undefined },
  ): Omit<QuestionPage, 'texts'> => {
    if (!found) return { orderId: null, state: 'over', opened: null }
    const { row, state } = found
    const { order_id: orderId } = row
    if (state === 'answered' && admitted) return { orderId, state: 'sent', opened: null }
    if (state !== 'open') return { orderId: null, state, opened: null }
    if (!admitted) return { orderId, state: 'closed', opened: null }
    return { orderId, state, opened: openedQuestion(callOf(request), row, view) }
  }

  /** Shows the question, or the state of its link: 410 if it has ended. */
  const showQuestion = async (
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
    { http = 200, email = '', error, notice, posted }: Said = {},
  ) => {
    const found = await find(secret)
    const language = languageOfRequest(request) ?? matchLanguage(found?.row.language) ?? 'en'
    const messages = visitorMessages[language]
    const question = pageOf(request, found, admissionOf(request, secret) !== null, { language, posted })
    const isShown = ['closed', 'open', 'sent'].includes(question.state)
    return show(request, reply.code(isShown ? http : 410), null, {
      language,
      question: { ...question, texts: answerTexts(language, found?.row) },
      form: { orderId: '', email, errors: error ? { email: messages[error] } : {}, offersLink: false },
      notice: isShown && notice ? notice(messages) : null,
    })
  }

  const admit = async (request: FastifyRequest, reply: FastifyReply, secret: string) => {
    const { fields } = await readForm(request, '')
    const email = fields['email'] ?? ''
    if (email.trim() === '') return showQuestion(request, reply, secret, { http: 400, error: 'emailMissing' })
    const admitted = await admitCustomer(callOf(request), { secret, email })
    if (admitted === 'over') return showQuestion(request, reply, secret)
    if (admitted === 'wrong')
      return showQuestion(request, reply, secret, { http: 404, email, error: 'otherEmail' })
    if ('wait' in admitted)
      return showQuestion(request, reply.header('retry-after', admitted.wait), secret, {
        ...tooMany(admitted.wait),
        email,
      })
    reply.setCookie(cookieName, admitted.admission, { ...cookieOptions(config), maxAge: admissionSeconds })
    return reply.redirect(request.url, 303)
  }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { secret, row, owner }: { secret: string; row: FoundQuestion['row']; owner: EmailOwner },
  ) => {
    const call = callOf(request)
    const wait = await claimAnswer(call, secret)
    if (wait > 0) return showQuestion(request, reply.header('retry-after', wait), secret, tooMany(wait))
    const posted = postedFields(await readForm(request, passportPage))
    const result = await answerQuestion(call, row, { ...posted, owner })
    if (result === 'over') return showQuestion(request, reply, secret)
    if (result === 'taken') return reply.redirect(request.url, 303)
    return showQuestion(request, reply, secret, {
      http: 400,
      posted: { values: posted.values, faults: result.faults },
    })
  }

  app.get(answerPagePattern, async (request, reply) => {
    const secret = secretOf(request)
    if (secret === undefined) return show(request, reply.code(404), null)
    // A translated page loads a script of Google's, which would read the secret in its address.
    if (new URLSearchParams(searchOf(request)).has('translate'))
      return reply.redirect(request.url.replace(/\?.*/, ''), 303)
    return showQuestion(request, reply, secret)
  })

  app.post(answerPagePattern, { bodyLimit: maxFormBytes }, async (request, reply) => {
    const secret = secretOf(request)
    if (secret === undefined) return show(request, reply.code(404), null)
    if (isCrossSite(request)) {
      recordSecurityEvent(request, 'foreign form refused')
      return showQuestion(request, reply, secret, { http: 403 })
    }
    // Before the form is parsed: an ended link's form is not parsed, and neither is a file from a browser that is not
    // admitted.
    const found = await find(secret)
    if (found?.state !== 'open') return showQuestion(request, reply, secret)
    try {
      const owner = admissionOf(request, secret)
      return await (owner
        ? answer(request, reply, { secret, row: found.row, owner })
        : admit(request, reply, secret))
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      recordRefusalEvent(request, error)
      return showQuestion(request, reply, secret, refused(error))
    }
  })
}

interface PostedAnswer {
  values: Readonly<Record<string, string>>
  faults: Readonly<Record<string, AnswerFault>>
}

function dueTextsOf(language: LanguageCode, row: QuestionRow): DueTexts | null {
  if (row.travel_date === null) return null
  const at = answerDueAt(row.travel_date, { askedAt: row.asked_at, until: row.expires_at })
  return {
    ...dueText(language, { at, zone: at && zoneOfCountry(row.country_iso2, at) }),
    device: at && { at: wireInstant(at), ...deviceDueText(language, at) },
  }
}

/** The texts of the page in its language; texts that need the question are empty without it. */
function answerTexts(language: LanguageCode, row: QuestionRow | undefined): AnswerTexts {
  const { page } = questionTexts[language]
  return {
    ...page,
    emailLede: row ? fillText(page.emailLede, { orderId: row.order_id }) : '',
    onlyThese: row
      ? fillText(page.onlyThese, { date: localizedDate(language, estDate(row.expires_at)) })
      : '',
  }
}

function meantText(language: LanguageCode, value: string, askedAt: Date): string {
  const meant = dateThatMayBeMeant(value, jakartaToday(askedAt))
  return meant === null ? '' : localizedDate(language, meant)
}

function openedQuestion(
  { seal, config }: Call<AnyoneActor>,
  row: QuestionRow,
  { language, posted }: { language: LanguageCode; posted: PostedAnswer | undefined },
): OpenedQuestion {
  const { values, faults }: PostedAnswer = posted ?? { values: {}, faults: {} }
  const { fields, given, text } = seal.open(
    questionContent,
    'customer_questions.sealed',
    row.order_id,
    row.sealed,
  )
  return {
    fields: fields.map((key) => ({
      key,
      kind: askedKind(key),
      label: labelOfField(language, key),
      hint: hintOfField(language, key),
      given: given[key] ?? '',
      givenText: givenText(language, key, given[key] ?? ''),
      value: values[key] ?? given[key] ?? '',
      fault: faults[key] ?? null,
      meant: faults[key] === 'notMeant' ? meantText(language, values[key] ?? '', row.asked_at) : '',
    })),
    confirmable: fields.filter((key) => faults[key] === 'same'),
    text,
    by: row.by.split(/\s/, 1)[0] ?? '',
    askedOn: estDate(row.asked_at),
    due: dueTextsOf(language, row),
    applicationEmail: applicationEmail(row.order_id, config.sendDomain),
  }
}
