import { addressChecks } from './address.ts'
import { birthChecks } from './birth.ts'
import { type Check, type Finding, foundAbout, type Found } from './check.ts'
import { checkedOrder, type CheckedOrder, type GivenField, type PreflightInput } from './checked-order.ts'
import { contactChecks } from './contact.ts'
import { countryChecks } from './countries.ts'
import { goodsLimitChecks } from './goods-limits.ts'
import { nameChecks } from './names.ts'
import { passportChecks } from './passport.ts'
import { paymentChecks } from './payment.ts'
import { travelChecks } from './travel.ts'
import { isIdentityNumberKey, maxIdentityNumberLength, maxNameLength } from '../field-lengths.ts'
import { goodsKeys, goodsLabels } from '../goods.ts'
import { declarationsOf, firstFound, linesOf, parseAmount } from './goods-lines.ts'

const yesWithoutLine = (order: CheckedOrder): Found | null =>
  firstFound(order, (declaration) => {
    const bare = goodsKeys.filter(
      (key) => declaration.answers[key] === 'Yes' && linesOf(declaration, key).length === 0,
    )
    if (bare.length === 0) return null
    return {
      fields: bare.map((key) => `${declaration.path}.${key}`),
      message: `Answered Yes, but nothing is listed: ${bare.map((key) => goodsLabels[key]).join('; ')}.`,
    }
  })

const linesUnderNo = (order: CheckedOrder): Found | null =>
  firstFound(order, (declaration) => {
    const denied = goodsKeys.filter(
      (key) => declaration.answers[key] === 'No' && linesOf(declaration, key).length > 0,
    )
    if (denied.length === 0) return null
    return {
      fields: denied.map((key) => `${declaration.path}.${key}`),
      message: `Answered No, but something is listed: ${denied.map((key) => goodsLabels[key]).join('; ')}.`,
    }
  })

function valueWithoutCurrency(order: CheckedOrder): Found | null {
  const lines = declarationsOf(order).flatMap((declaration) =>
    declaration.lines.filter((line) => (parseAmount(line.value) ?? 0) > 0 && line.currency.trim() === ''),
  )
  const [first] = lines
  if (!first) return null
  return {
    fields: lines.map(({ path }) => `${path}.currency`),
    message: `${first.description_of_Goods || 'A line'}: value ${first.value} of no currency.`,
  }
}

function declarationDenied(order: CheckedOrder): Found | null {
  const key = 'arrival_goods_declaretion'
  const declared = goodsKeys.filter((it) => order.importingGoods.some((answers) => answers[it] === 'Yes'))
  const saysNo = /^no?$/i.test(order.text(key))
  const saysYes = /^y(es)?$/i.test(order.text(key))
  if (saysNo && declared.length > 0)
    return {
      fields: [key],
      message: `Nothing to declare, but Yes to: ${declared.map((it) => goodsLabels[it]).join('; ')}.`,
    }
  if (saysYes && declared.length === 0 && order.importingGoods.length > 0)
    return { fields: [key], message: 'Has goods to declare, but each of the eight questions is answered No.' }
  return null
}

function productsContradict(order: CheckedOrder): Found | null {
  const [answer, items] = [order.text('arrival_carrying_products'), order.text('arrival_carried_items')]
  const fields = ['arrival_carrying_products', 'arrival_carried_items']
  if (/^no?$/i.test(answer) && items !== '' && !/^(no|none|nil|nothing)\b/i.test(items))
    return { fields, message: `Carries no animals, plants or fish, but lists ${items}.` }
  if (/^y(es)?$/i.test(answer) && items === '' && order.text('arrival_carrying_type') === '')
    return { fields, message: 'Carries animals, plants or fish, but none is named.' }
  return null
}

function ownerMissing(order: CheckedOrder): Found | null {
  const answer = order.text('departure_goods_owner_same')
  const named = ['departure_owner_full_name', 'departure_company_name'].some((key) => order.text(key) !== '')
  if (!/^no?$/i.test(answer) || named) return null
  return {
    fields: ['departure_owner_full_name', 'departure_goods_owner_same'],
    message: 'The goods are somebody else’s, but no owner is named.',
  }
}

const goodsChecks: readonly Check[] = [
  {
    code: 'goods-unlisted',
    severity: 'warn',
    title: 'Goods are answered Yes without a line',
    find: yesWithoutLine,
  },
  { code: 'goods-denied', severity: 'warn', title: 'Goods are listed under a No', find: linesUnderNo },
  { code: 'value-currency', severity: 'warn', title: 'Value without a currency', find: valueWithoutCurrency },
  {
    code: 'goods-answer',
    severity: 'warn',
    title: 'Goods declaration and the questions contradict',
    find: declarationDenied,
  },
  {
    code: 'products',
    severity: 'warn',
    title: 'Animals and plants: answer and list contradict',
    find: productsContradict,
  },
  { code: 'owner-missing', severity: 'warn', title: 'Owner of the goods is not named', find: ownerMissing },
]

/** Of a text that says nothing as a whole, characters. */
const shownLength = 20

const tooLong: Check = {
  code: 'too-long',
  severity: 'stop',
  title: 'Name or identity number is too long for one',
  find: ({ tooLong: fields }) =>
    foundAbout(fields, ({ key, value }) => {
      const start = `“${value.slice(0, shownLength).toWellFormed()}…” has ${value.length} characters:`
      return isIdentityNumberKey(key)
        ? `${start} an identity number has at most ${maxIdentityNumberLength}.`
        : `${start} a name has at most ${maxNameLength}.`
    }),
}

/** The replacement character, and UTF-8 that was read in a code page (`GÃ¼nther`, `â€™`). */
const lostLetter = /\uFFFD|[ÂÃ][\u0080-\u00BF]|â€/
const textsIn = (value: unknown, path: string): GivenField[] => {
  if (typeof value === 'string') return [{ key: path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    textsIn(inner, path === '' ? key : `${path}.${key}`),
  )
}

/** Of every field, payment facts included, which cannot be corrected. */
function lostLetters(order: CheckedOrder): Found | null {
  const { fields, email, language, familyMember, importingGoods, payment } = order
  const correctable = textsIn({ ...fields, email, language, familyMember, importingGoods }, '')
  const lost = [...correctable, ...textsIn(payment, '')].filter(({ value }) => lostLetter.test(value))
  const found = foundAbout(
    lost,
    ({ value }) =>
      `“${value.slice(0, shownLength * 2).toWellFormed()}” has a letter that was lost on its way.`,
  )
  return found && { ...found, fields: found.fields.filter((key) => !(key in payment)) }
}

const textChecks: readonly Check[] = [
  tooLong,
  {
    code: 'letters-lost',
    severity: 'stop',
    title: 'Letters were lost in a wrong encoding',
    find: lostLetters,
  },
]

/** Every check, in the order of the case file. */
export const checks: readonly Check[] = [
  ...textChecks,
  ...nameChecks,
  ...passportChecks,
  ...birthChecks,
  ...countryChecks,
  ...contactChecks,
  ...travelChecks,
  ...addressChecks,
  ...goodsLimitChecks,
  ...goodsChecks,
  ...paymentChecks,
]

/** Findings of an order, those that stop it first (product §12, Preflight). Nothing is refused. */
export function preflight(input: PreflightInput): Finding[] {
  const order = checkedOrder(input)
  const found = checks.flatMap(({ find, code, severity, title }): Finding[] => {
    const result = find(order)
    if (!result) return []
    const { fields, message, orders = [] } = result
    return [{ code, severity, title, fields: [...fields], message, orders: [...orders] }]
  })
  return [
    ...found.filter(({ severity }) => severity === 'stop'),
    ...found.filter(({ severity }) => severity === 'warn'),
  ]
}
