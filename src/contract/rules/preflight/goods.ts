import { goodsKeys, goodsLabels } from '../goods.ts'
import type { Check, Found } from './check.ts'
import type { CheckedOrder } from './checked-order.ts'
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

export const goodsChecks: readonly Check[] = [
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
