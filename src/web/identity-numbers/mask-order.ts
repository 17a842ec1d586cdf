import type { Message } from '#contract/messages.ts'
import { familyMember, goodsDeclaration, type OrderDetails } from '#contract/order-details.ts'
import * as z from 'zod/mini'
import { createMask, identityNumbersIn, isNumber, maskIdentityNumbers } from '#contract/rules/masking.ts'
import { isDeclarationKey } from '#contract/rules/order-fields.ts'

export type Mask = (text: string) => string

/** Masks the order's passport, identity and visa numbers, also those replaced by a correction. */
export const orderMask = (order: OrderDetails): Mask => createMask(identityNumbersIn(order))

export const hasIdentityNumbers = (data: unknown): boolean => identityNumbersIn(data).some(isNumber)

export const maskMessage = (message: Message, mask: Mask): Message => ({
  ...message,
  subject: mask(message.subject),
  text: mask(message.text),
  quoted: mask(message.quoted),
  files: message.files.map((file) => ({ ...file, name: mask(file.name) })),
})

const declarationOf = (order: OrderDetails) =>
  Object.fromEntries(Object.entries(order).filter(([key]) => isDeclarationKey(key)))

const details = z.record(z.string(), z.unknown())

/** Masks declaration, family, goods, corrections and free texts; values that dialogs send back stay as they are. */
export function maskOrder(order: OrderDetails): OrderDetails {
  const mask = orderMask(order)
  return {
    ...order,
    ...z.parse(details, maskIdentityNumbers(declarationOf(order), mask)),
    familyMember: z.parse(z.array(familyMember), maskIdentityNumbers(order.familyMember, mask)),
    importingGoods: z.parse(z.array(goodsDeclaration), maskIdentityNumbers(order.importingGoods, mask)),
    uploadDoc: order.uploadDoc.map((document) => ({ ...document, name: mask(document.name) })),
    mailHistory: order.mailHistory.map((mail) => ({ ...mail, subject: mask(mail.subject) })),
    messages: order.messages.map((message) => maskMessage(message, mask)),
    remark: order.remark.map((remark) => ({ ...remark, remark: mask(remark.remark) })),
    events: order.events.map((event) => ({
      ...event,
      details: z.parse(details, maskIdentityNumbers(event.details, mask)),
    })),
  }
}
